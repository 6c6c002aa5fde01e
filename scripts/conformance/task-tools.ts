import { setTimeout as sleep } from "node:timers/promises";
import { ProtocolError } from "@modelcontextprotocol/server";
import { defineTool } from "../../src/library/define-tool.ts";
import type { DefinedTool, ToolDefinition } from "../../src/library/define-tool.ts";
import type { HandlerContext } from "../../src/model/handler.ts";
import type { JsonObject, JsonSchema } from "../../src/model/json.ts";
import { form } from "../../test/fixtures/conformance/forms.mjs";

/** Longer than it takes for a call to become a task there. */
const LONG_MS = 800;

/** What the suite asks of tools whose calls become tasks. */
export const TASK_TOOLS: readonly DefinedTool[] = [
  tool("greet", ({ name }) => `Hello, ${typeof name === "string" ? name : ""}!`, {
    inputSchema: takes("name", "string"),
  }),
  tool(
    "slow_compute",
    async ({ seconds = 0 }, { signal }) => {
      await sleep(Number(seconds) * 1000, undefined, { signal });
      return `computed for ${Number(seconds)} seconds`;
    },
    { inputSchema: takes("seconds", "number"), timeoutMs: 120_000 },
  ),
  tool(
    "failing_job",
    async () => {
      await sleep(LONG_MS);
      throw new Error("the job failed");
    },
    { task: "required" },
  ),
  tool("protocol_error_job", async () => {
    await sleep(LONG_MS);
    throw new ProtocolError(-32603, "the job broke");
  }),
  tool("confirm_delete", async (_, context) => {
    await sleep(LONG_MS);
    return ask(context, "confirm");
  }),
  tool("multi_input", async (_, context) => {
    await sleep(LONG_MS);
    return JSON.stringify(await Promise.all([ask(context, "one"), ask(context, "two")]));
  }),
  tool(
    "test_tool_with_task",
    async (_, context) => {
      const said = await ask(context, "user_name");
      await sleep(LONG_MS);
      return said;
    },
    { task: "required" },
  ),
];

type Run = (args: JsonObject, context: HandlerContext) => Promise<string> | string;

function tool(name: string, run: Run, more: Partial<ToolDefinition> = {}): DefinedTool {
  const description = `What the conformance suite knows as ${name}`;
  const inputSchema = { type: "object" } as const;
  return defineTool({ name, description, inputSchema, ...more, handler: (args, context) => run(args, context) });
}

const [name, confirm] = [{ type: "string" }, { type: "boolean" }];
/** What the suite answers each of them with. */
const QUESTIONS = { confirm: { confirm }, one: { name, confirm }, two: { name, confirm }, user_name: { name } };

async function ask({ ask: put }: HandlerContext, key: keyof typeof QUESTIONS): Promise<string> {
  const schema = form(QUESTIONS[key]);
  const answer = await put?.({ kind: "form", key, message: `Please answer: ${key}`, schema });
  return JSON.stringify(answer);
}

function takes(name: string, type: string): JsonSchema {
  return { type: "object", properties: { [name]: { type } }, required: [name] };
}
