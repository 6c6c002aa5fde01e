import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createRuntime } from "../../src/main.ts";
import { toAbilities } from "../../src/model/client-capabilities.ts";
import type { JsonObject, JsonSchema, JsonValue } from "../../src/model/json.ts";
import type { Answer, Question } from "../../src/model/question.ts";
import type { Tool } from "../../src/model/tool.ts";
import { toMcpTool } from "../../src/server/mcp/lists/to-mcp-tool.ts";
import { callWithLogin } from "./client-with-login.ts";

/** What a scenario of the suite is about. */
export interface ClientOrder {
  /** The server of the suite. */
  readonly url: string;
  readonly scenario: string;
  readonly context: JsonObject;
}

/**
 * Acts as the suite wants a client to: a gateway whose only upstream server is the suite's calls every tool that it has once.
 * Where a login is tested, a connection of the bridge alone, for nobody is there to log in for a gateway.
 */
export function actAsClient({ url, scenario, context }: ClientOrder): Promise<void> {
  return scenario.startsWith("auth/") ? callWithLogin(url, scenario, context) : callThroughGateway(url, context);
}

async function callThroughGateway(server: string, context: JsonObject): Promise<void> {
  const folder = realpathSync(mkdtempSync(path.join(tmpdir(), "toolgate-client-")));
  const config = `[permissions]\nmode = "autonomous"\n[mcp.servers.suite]\ntransport = "http"\nurl = ${JSON.stringify(server)}\nprefix = ""\n[network]\nprivate = ["127.0.0.1", "::1"]\n`;
  writeFileSync(path.join(folder, "toolgate.toml"), config);
  const env = { ...process.env, TOOLGATE_HOME: path.join(folder, "home"), TOOLGATE_TRUST: "1" };
  const runtime = await createRuntime({ cwd: folder, env });
  try {
    const caller = await runtime.control.localAgent("suite");
    await runtime.upstream.connect("suite", AbortSignal.timeout(120_000));
    const tools = (await runtime.listTools(caller)).filter(({ backend }) => backend.kind === "mcp");
    const onEvent = (): void => undefined;
    const asked = context["toolCalls"] as
      readonly { readonly name: string; readonly arguments: JsonObject }[] | undefined;
    const calls = asked ?? tools.map((tool) => ({ name: tool.name, arguments: toArguments(tool, tools) }));
    for (const { name, arguments: args } of calls) {
      const around = { caller, client: toAbilities({ elicitation: { form: {} } }), ask: acceptDefaults, onEvent };
      await runtime.call({ entry: "library", tool: name, args, ...around });
    }
  } finally {
    await runtime.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Some value of the right type for each argument; one tool of the suite wants the schema of another, as it is listed. */
function toArguments({ name, input }: Tool, tools: readonly Tool[]): JsonObject {
  const rich = tools.find((other) => other.name === "json_schema_2020_12_tool");
  if (name === "json_schema_echo" && rich !== undefined) return { schema: toMcpTool(rich).inputSchema as JsonObject };
  const { properties = {} } = input.kind === "schema" ? input.schema : {};
  const entries = Object.entries<JsonSchema>(properties as Readonly<Record<string, JsonSchema>>);
  return Object.fromEntries(entries.map(([name, schema]) => [name, toSample(schema)]));
}

function toSample({ type, enum: values }: JsonSchema): JsonValue {
  if (Array.isArray(values)) return (values as readonly JsonValue[])[0] ?? null;
  return (
    { integer: 1, number: 1, boolean: true, array: [], object: {} }[typeof type === "string" ? type : ""] ?? "text"
  );
}

/** A person who likes what is filled in. */
function acceptDefaults(question: Question): Promise<Answer> {
  if (question.kind !== "form") return Promise.resolve({ action: "accept", content: {} });
  const { properties = {} } = question.schema as { readonly properties?: Readonly<Record<string, JsonSchema>> };
  const content = Object.entries(properties).map(([name, schema]) => [name, schema["default"] ?? toSample(schema)]);
  return Promise.resolve({ action: "accept", content: Object.fromEntries(content) as JsonObject });
}
