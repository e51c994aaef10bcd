import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // Modules keep nothing but the kit's own data, which all tests read and none changes.
    isolate: false,
    // Every core: the default leaves one idle, of two often.
    maxWorkers: availableParallelism(),
    // A guard against hangs only: a busy machine must not fail a test.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    // Real subjects need Java, Go, Python or Debian packages: npm run test:subjects.
    exclude: ['test/subjects/**'],
  },
});
