/** Whether it has been compiled. */
export function isInstalled(): boolean;
