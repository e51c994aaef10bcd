import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    setupFiles: ['test/setup.ts'],
    // The two real subjects need Java or Debian packages: npm run test:subjects.
    exclude: ['test/subjects/**'],
  },
});
