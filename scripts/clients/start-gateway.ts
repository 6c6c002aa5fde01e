import { spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runProgram } from "./run-program.ts";

/** What `toolgate serve --json` says of itself, as far as clients need it. */
interface Announcement {
  readonly url: string;
  readonly clients: Readonly<Record<"http" | "stdio", readonly PrintedEntry[]>>;
}

export interface PrintedEntry {
  readonly client: string;
  readonly file: string | null;
  readonly text: string;
}

export interface StartedGateway extends Announcement {
  readonly close: () => Promise<void>;
}

const LAUNCHER = path.resolve(import.meta.dirname, "../../bin/toolgate.js");
const STEP_MS = 60_000;

/** The tool that clients call; it gives back what it is given. */
export const TOOL = "clients.say";

const MANIFEST = `name = "${TOOL}"
description = "Gives back a text."
kind = "command"
binary = "printf"
args = ["%s", "{{text}}"]
effect = "read"

[params.text]
type = "text"
`;

/** Serves one harmless tool from a new workspace, with data of its own. */
export async function startGateway(folder: string, env: NodeJS.ProcessEnv): Promise<StartedGateway> {
  mkdirSync(path.join(folder, "tools"), { recursive: true });
  writeFileSync(path.join(folder, "toolgate.toml"), `[permissions]\nallow = ["${TOOL}"]\n`);
  writeFileSync(path.join(folder, "tools", `${TOOL}.toml`), MANIFEST);
  const trusted = await runProgram([process.execPath, LAUNCHER, "trust", "--yes"], {
    cwd: folder,
    env,
    timeoutMs: STEP_MS,
  });
  if (trusted.code !== 0) throw new Error(`\`toolgate trust\` failed: ${trusted.stderr}`);
  const child = spawn(process.execPath, [LAUNCHER, "serve", "--port", "0", "--json"], {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  process.once("exit", () => child.kill());
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));
  const announced = await Promise.race([readAnnouncement(child.stdout), ended]);
  if (announced === undefined) throw new Error("`toolgate serve` ended at once");
  const close = (): Promise<void> => {
    child.kill("SIGTERM");
    return ended;
  };
  return { ...announced, close };
}

/** One JSON document that ends with a line of its own. */
function readAnnouncement(output: NodeJS.ReadableStream): Promise<Announcement> {
  return new Promise((resolve) => {
    let text = "";
    output.on("data", (chunk: Buffer) => {
      text += chunk.toString("utf8");
      if (text.endsWith("\n}\n")) resolve(JSON.parse(text) as Announcement);
    });
  });
}
