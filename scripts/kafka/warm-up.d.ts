/** A conversation that touches most of what a certification will, one message a line. */
export function warmUp(): string;

/** What an adapter refuses of it, a sentence each, by what it writes. */
export function refusalsIn(written: string): string[];
