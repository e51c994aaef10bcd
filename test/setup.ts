import fc from 'fast-check';

/**
 * The same seed, the same run. `FAST_CHECK_SEED=$RANDOM npm test` looks elsewhere; a failure prints
 * its seed.
 */
fc.configureGlobal({ seed: Number(process.env['FAST_CHECK_SEED'] ?? 1) });
