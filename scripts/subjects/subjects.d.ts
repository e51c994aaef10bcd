/** A running implementation to certify. */
export interface Subject {
  readonly name: string;
  readonly version: string;
  /** `host:port` */
  readonly bootstrap: string;
  /** Id of the process group that all its processes are in. */
  readonly processGroup: number;
  /** Exit status and last lines written, when it ended without stop(). */
  whyEnded(): string | undefined;
  /** Ends all its processes and removes its data. May be called again. */
  stop(): Promise<void>;
}

export interface SubjectKind {
  /** What has to be installed before start() can work, one sentence each. */
  missingTools(): Promise<string[]>;
  /** Resolves when groups can be formed. The error of a failed start ends with the server's output. */
  start(): Promise<Subject>;
  /**
   * For `--adapter spawn:`, where every case needs a process of its own to be certified fairly.
   * Installs what the command needs.
   */
  spawnCommand?(): Promise<string>;
}

/** By the names that scripts/subjects/run.js takes. */
export const SUBJECTS: ReadonlyMap<string, SubjectKind>;
