import { fileURLToPath } from "node:url";
import type { ProcessRequest } from "../process-runner.ts";
import { toScriptArguments } from "./script-order.ts";
import type { ScriptOrder } from "./script-order.ts";

const SCRIPT_FILE = fileURLToPath(new URL(`./script-main${import.meta.url.slice(-3)}`, import.meta.url));

/**
 * A request that runs several programs as one: a process of its own starts and joins them, so that the runner owns one
 * tree with one output, one limit and one end, as for any other program.
 */
export function toScriptRequest(order: ScriptOrder, request: Omit<ProcessRequest, "argv">): ProcessRequest {
  return { ...request, argv: [process.execPath, SCRIPT_FILE, ...toScriptArguments(order)] };
}
