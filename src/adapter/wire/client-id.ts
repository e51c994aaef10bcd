/** Shown in the broker's own logs and metrics. */
export const CLIENT_ID = 'groupspec';
