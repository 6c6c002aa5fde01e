import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { renderChecks } from "./clients/check.ts";
import type { Check } from "./clients/check.ts";
import { checkClaudeCode } from "./clients/check-claude-code.ts";
import { checkInspector } from "./clients/check-inspector.ts";
import { installClient } from "./clients/install-client.ts";
import { startGateway } from "./clients/start-gateway.ts";
import type { StartedGateway } from "./clients/start-gateway.ts";

/**
 * Installs real clients from npm into a temporary folder, connects each to a gateway over stdio and HTTP with the entries that
 * Toolgate prints, and says how that went. Needs a network and no account; nothing outside of the folder is changed.
 */
const CLIENTS = [
  { name: "@modelcontextprotocol/inspector", check: checkInspector },
  { name: "@anthropic-ai/claude-code", check: checkClaudeCode },
] as const;

if (!existsSync(path.resolve(import.meta.dirname, "../dist/program/main.js"))) {
  console.error("not built yet: run `npm run build`");
  process.exit(1);
}
const base = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-clients-")));
process.once("exit", () => rmSync(base, { recursive: true, force: true }));
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));
let gateway: StartedGateway | undefined;
try {
  const home = path.join(base, "home");
  mkdirSync(home);
  const env = { PATH: process.env["PATH"], HOME: home, TOOLGATE_HOME: path.join(base, "toolgate") };
  gateway = await startGateway(path.join(base, "workspace"), env);
  const checks: Check[] = [];
  for (const { name, check } of CLIENTS) {
    const folder = path.join(base, name.replace(/^@/, "").replace("/", "-"));
    mkdirSync(folder);
    const installed = await installClient(name, folder);
    if (typeof installed === "string")
      checks.push({ client: name, way: "", what: "can be had", ok: false, note: installed });
    else for await (const one of check(installed, gateway, path.join(folder, "work"), env)) checks.push(one);
  }
  process.stdout.write(renderChecks(checks));
  process.exitCode = checks.every(({ ok }) => ok) ? 0 : 1;
} finally {
  await gateway?.close();
}
