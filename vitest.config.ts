import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["src/**/*.test.ts", "test/**/*.test.ts"],
    // Installs what the oracle needs where it may; elsewhere its tests are skipped by name.
    globalSetup: ["test/oracle/global-setup.ts"],
    reporters: ["default", "./scripts/plain-summary.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real processes and databases: more workers than cores only makes them wait for each other.
    maxWorkers: 2,
  },
});
