import { defineConfig } from 'vitest/config';

const MINUTE_MS = 60_000;

// biome-ignore lint/style/noDefaultExport: vitest asks for one.
export default defineConfig({
  test: {
    include: ['test/subjects/**/*.test.ts'],
    // Cases keep real time: two subjects at once would make each other late.
    fileParallelism: false,
    // A first start fetches Apache Kafka; a test may certify twice.
    hookTimeout: 10 * MINUTE_MS,
    testTimeout: 15 * MINUTE_MS,
  },
});
