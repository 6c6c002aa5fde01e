import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    projects: [
      // What stands beside the code it tests changes nothing that outlives it: reading every module anew for each file took a quarter of its time.
      { extends: true, test: { name: "src", include: ["src/**/*.test.ts"], isolate: false } },
      { extends: true, test: { name: "test", include: ["test/**/*.test.ts"] } },
    ],
    // Installs what the oracle needs where it may; elsewhere its tests are skipped by name.
    globalSetup: ["test/oracle/global-setup.ts"],
    reporters: ["default", "./scripts/plain-summary.ts"],
    testTimeout: 30_000,
    hookTimeout: 60_000,
    // Real processes and databases: more workers than cores only makes them wait for each other.
    maxWorkers: 2,
  },
});
