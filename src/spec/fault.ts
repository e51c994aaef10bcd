/**
 * No verdict can be had, for a reason that lies outside of what is judged. The message says all
 * that a user needs, so it is shown alone. Ends in exit code 2.
 */
export class Fault extends Error {}
