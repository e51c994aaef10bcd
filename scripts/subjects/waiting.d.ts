/** Ports of 127.0.0.1 that nobody listens on; another process can take one meanwhile. */
export function freePorts(count: number): Promise<number[]>;

/** Whether a connection is accepted within a second. */
export function portAnswers(host: string, port: number): Promise<boolean>;
