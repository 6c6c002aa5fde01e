import { existsSync, mkdtempSync } from "node:fs";
import os from "node:os";
import path from "node:path";
import { expect, it } from "vitest";
import { BadNameError } from "../control/validate-names.ts";
import { createToolgate } from "./create-toolgate.ts";

it.each(["", "my\u200bapp"])("opens nothing for an agent called %j", async (agent) => {
  const cwd = mkdtempSync(path.join(os.tmpdir(), "toolgate-library-"));
  const home = path.join(cwd, "home");
  const opened = createToolgate({ cwd, env: { TOOLGATE_HOME: home }, agent });
  await expect(opened).rejects.toThrow(BadNameError);
  expect(existsSync(home)).toBe(false);
});
