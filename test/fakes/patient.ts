/** For adapters in tests that are not about silence: longer than any machine is busy. */
export const PATIENT = { startTimeoutMs: 100_000, callTimeoutMs: 100_000 };
