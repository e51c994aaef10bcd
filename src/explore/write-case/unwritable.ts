/** The format of cases cannot say it; the message is a sentence without its full stop. */
export class UnwritableError extends Error {}
