import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    reporters: ["default", "./scripts/plain-summary.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real processes and databases: more workers than cores only makes them wait for each other.
    maxWorkers: 2,
  },
});
