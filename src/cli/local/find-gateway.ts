import { connect } from "node:net";
import type { Socket } from "node:net";
import { resolveFolders } from "../../config/folders.ts";
import { locateConfig } from "../../config/locate-config.ts";
import type { ForwardHead } from "../../server/local/forward/forward-wire.ts";
import { parseForwardGreeting } from "../../server/local/forward/forward-wire.ts";
import { hashSettings } from "../../server/local/forward/hash-settings.ts";
import { peekLine } from "../../server/local/peek-line.ts";
import { toSocketPath } from "../../server/local/socket-path.ts";
import { SERVER_INFO } from "../../server/mcp/server-info.ts";
import type { Cli } from "../cli.ts";
import { judgeSocket } from "./judge-socket.ts";

export type FoundGateway =
  | { readonly kind: "connected"; readonly socket: Socket }
  | { readonly kind: "none" }
  /** There is one, and it does not do what is asked for. */
  | { readonly kind: "declined"; readonly reason: string };

/** Offers something to the gateway of this workspace. What follows on the socket is as `said` says. */
export async function findGateway(
  { cwd, env, configPath }: Pick<Cli, "cwd" | "env" | "configPath">,
  said: Pick<ForwardHead, "speaks" | "agent">,
): Promise<FoundGateway> {
  const folders = resolveFolders(env);
  const located = locateConfig(cwd, configPath, folders);
  // What is wrong with it is said by whoever serves here.
  if (!located.ok) return { kind: "none" };
  const { workspace, projectFile, userFile } = located.location;
  const configFile = projectFile ?? userFile;
  const { userConfigFile } = folders;
  const head: ForwardHead = {
    ...said,
    version: SERVER_INFO.version,
    configFile,
    userConfigFile,
    settings: hashSettings([configFile, userConfigFile]),
    trustsAll: env["TOOLGATE_TRUST"] === "1",
  };
  const socketPath = toSocketPath(folders.data, workspace);
  if (socketPath === null) return { kind: "none" };
  const judged = judgeSocket(socketPath);
  if (judged.kind === "absent") return { kind: "none" };
  if (judged.kind === "open") return { kind: "declined", reason: judged.message };
  const socket = await open(socketPath);
  if (socket === null) return { kind: "none" };
  socket.write(`${JSON.stringify(head)}\n`);
  const line = await peekLine(socket);
  const greeting = line === null ? null : parseForwardGreeting(line);
  if (line === null || greeting?.ok !== true) {
    socket.destroy();
    if (greeting === null) return { kind: "declined", reason: "it did not answer" };
    return greeting.reason === null ? { kind: "none" } : { kind: "declined", reason: greeting.reason };
  }
  const held = socket.read() as Buffer | null;
  const rest = held?.subarray(Buffer.byteLength(line) + 1);
  if (rest !== undefined && rest.length > 0) socket.unshift(rest);
  return { kind: "connected", socket };
}

/** `null`: nobody listens there any more. */
function open(socketPath: string): Promise<Socket | null> {
  return new Promise((resolve) => {
    const socket = connect({ path: socketPath, allowHalfOpen: true });
    socket.once("connect", () => resolve(socket));
    socket.once("error", () => resolve(null));
  });
}
