import { defineTool } from "../../src/library/define-tool.ts";
import type { DefinedTool, ToolDefinition } from "../../src/library/define-tool.ts";
import { toolResult } from "../../src/library/tool-result.ts";
import type { HandlerContext, HandlerQuestion } from "../../src/model/handler.ts";
import type { JsonObject, JsonSchema } from "../../src/model/json.ts";
import type { ContentBlock } from "../../src/model/outcome.ts";
import { PIXEL, WAVE } from "../../test/fixtures/conformance/content-tools.mjs";
import { DEFAULTS_FORM, ENUMS_FORM, form } from "../../test/fixtures/conformance/forms.mjs";
import { SCHEMA_2020_12 } from "../../test/fixtures/conformance/schema-2020-12.mjs";

/** What the suite asks of the tools of a server, as tools of a program that embeds Toolgate. */
export const DIRECT_TOOLS: readonly DefinedTool[] = [
  says("test_simple_text", text("This is a simple text response for testing.")),
  says("test_reconnection", text("This answer reaches a client that came back, too.")),
  says("test_image_content", image()),
  says("test_audio_content", { type: "audio", data: WAVE, mimeType: "audio/wav" }),
  says("test_embedded_resource", document("test://embedded-resource", "text/plain", "An embedded resource.")),
  says(
    "test_multiple_content_types",
    text("Several kinds:"),
    image(),
    document("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
  ),
  tool("test_error_handling", () => {
    throw new Error("This tool intentionally returns an error for testing");
  }),
  tool("test_tool_with_progress", async ({ tell }) => {
    for (const progress of [0, 50, 100]) {
      tell?.({ kind: "progress", progress, total: 100, message: `Completed step ${progress} of 100` });
      await wait();
    }
    return [text("Done")];
  }),
  tool("test_tool_with_logging", logThrice),
  tool("test_logging_tool", logThrice),
  tool("json_schema_2020_12_tool", (_, args) => [text(JSON.stringify(args))], SCHEMA_2020_12),
  tool("test_header_param", (_, args) => [text(JSON.stringify(args))], headed("region", "Region")),
  asks("test_streaming_elicitation", form({ name: { type: "string" } })),
  asks("test_elicitation", form({ response: { type: "string" } }), "User response", words("message")),
  asks("test_elicitation_sep1034_defaults", DEFAULTS_FORM, "Elicitation completed"),
  asks("test_elicitation_sep1330_enums", ENUMS_FORM, "Elicitation completed"),
  asks("test_input_required_result_elicitation", form({ name: { type: "string" } }), "Hello", undefined, "user_name"),
  asks("test_input_required_result_request_state", form({ ok: { type: "boolean" } })),
  asks("test_input_required_result_tampered_state", form({ ok: { type: "boolean" } })),
  tool(
    "test_sampling",
    (context, { prompt = "" }) => answersOf(context, [sample("answer", JSON.stringify(prompt))]),
    words("prompt"),
  ),
  tool("test_input_required_result_sampling", (context) =>
    answersOf(context, [sample("capital_question", "What is the capital of France?")]),
  ),
  tool("test_input_required_result_list_roots", (context) =>
    answersOf(context, [{ kind: "roots", key: "client_roots" }]),
  ),
  tool("test_input_required_result_multiple_inputs", (context) =>
    answersOf(context, [WHO, sample("greeting", "Make a greeting"), { kind: "roots", key: "client_roots" }]),
  ),
  tool("test_input_required_result_capabilities", (context) =>
    answersOf(
      context,
      [WHO, sample("greeting", "Make a greeting")].filter(({ kind }) => context.client?.[kind] === true),
    ),
  ),
  tool("test_missing_capability", () => [text("the client has a model")], undefined, ["sampling"]),
  tool("test_input_required_result_multi_round", async ({ ask }) => {
    const name = await ask?.({ kind: "form", message: "Name?", schema: form({ name: { type: "string" } }) });
    const color = await ask?.({ kind: "form", message: "Colour?", schema: form({ color: { type: "string" } }) });
    return [text(JSON.stringify([name, color]))];
  }),
];

type Run = (context: HandlerContext, args: JsonObject) => Promise<readonly ContentBlock[]> | readonly ContentBlock[];

const WHO: HandlerQuestion = {
  kind: "form",
  key: "user_name",
  message: "What is your name?",
  schema: form({ name: { type: "string" } }),
};

function sample(key: string, prompt: string): HandlerQuestion {
  const messages = [{ role: "user", content: { type: "text", text: prompt } }];
  return { kind: "sampling", key, params: { messages, maxTokens: 100 } };
}

/** Asks all at once. */
async function answersOf(
  { ask }: HandlerContext,
  questions: readonly HandlerQuestion[],
): Promise<readonly ContentBlock[]> {
  const answers = await Promise.all(questions.map(async (question) => ask?.(question)));
  return [text(JSON.stringify(answers))];
}

function tool(name: string, run: Run, inputSchema?: JsonSchema, requires?: ToolDefinition["requires"]): DefinedTool {
  return defineTool({
    name,
    description: `What the conformance suite knows as ${name}`,
    inputSchema,
    requires,
    handler: async (args, context) => toolResult({ content: await run(context, args) }),
  });
}

function says(name: string, ...content: readonly ContentBlock[]): DefinedTool {
  return tool(name, () => content);
}

function asks(name: string, schema: JsonObject, head = "Answer", inputSchema?: JsonSchema, key?: string): DefinedTool {
  const run: Run = async ({ ask }, { message = "Please answer" }) => {
    const answer = await ask?.({ kind: "form", message: typeof message === "string" ? message : "", schema, key });
    const { action = "nobody was asked" } = answer ?? {};
    const content = answer?.action === "accept" ? answer.content : {};
    return [text(`${head}: action=${action}, content=${JSON.stringify(content)}`)];
  };
  return tool(name, run, inputSchema);
}

async function logThrice({ tell }: HandlerContext): Promise<readonly ContentBlock[]> {
  for (const data of ["Tool execution started", "Tool processing data", "Tool execution completed"]) {
    tell?.({ kind: "log", level: "info", data });
    await wait();
  }
  return [text("Tool with logging executed successfully")];
}

function words(name: string): JsonSchema {
  return { type: "object", properties: { [name]: { type: "string" } }, required: [name] };
}

/** A text that clients of 2026-07-28 repeat in a header. */
function headed(name: string, header: string): JsonSchema {
  return { type: "object", properties: { [name]: { type: "string", "x-mcp-header": header } } };
}

function text(said: string): ContentBlock {
  return { type: "text", text: said };
}

function image(): ContentBlock {
  return { type: "image", data: PIXEL, mimeType: "image/png" };
}

function document(uri: string, mimeType: string, said: string): ContentBlock {
  return { type: "resource", resource: { uri, mimeType, text: said } };
}

function wait(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 20));
}
