import { DefaultIntrinsics } from "quickjs-emscripten-core";
import type { QuickJSContext, QuickJSHandle, QuickJSRuntime, QuickJSWASMModule } from "quickjs-emscripten-core";
import type { JsonValue } from "../../../model/json.ts";
import { showText } from "../../../text/show-text.ts";
import type { ModuleDeclaration, ModuleResult } from "../../manifest.ts";
import type { EvaluationAnswer } from "./evaluation-messages.ts";
import { locateCall, locateText, locateThrow, MODULE_FILE } from "./locate-call.ts";
import { MEMORY_BYTES } from "./open-engine.ts";
import { installPrelude } from "./sandbox-prelude.ts";
import type { PreludeLimits, Recorded } from "./sandbox-prelude.ts";

/** Well inside what the WebAssembly build has, so that deep recursion ends as an error of the module. */
const STACK_BYTES = 256 * 1024;
const DEADLINE_MS = 1_000;
const LIMITS: PreludeLimits = { maxDeclarations: 256, maxLength: 256 * 1024, maxDepth: 32 };

/** The one module that can be imported. */
const TOOLGATE_MODULE = `const define = globalThis.defineTool;
export { define as defineTool, define as tool };
export default { defineTool: define, tool: define };`;

/** A running sandbox. */
interface Sandbox {
  readonly runtime: QuickJSRuntime;
  readonly context: QuickJSContext;
  readonly take: QuickJSHandle;
  readonly explain: QuickJSHandle;
  /** Specifiers of imports that were refused. */
  readonly refused: string[];
  readonly isLate: () => boolean;
}

/** Runs the top level of a module in a runtime of its own. Whatever the engine throws, it broke. */
export function runModule(quickJs: QuickJSWASMModule, code: string): EvaluationAnswer {
  let result: ModuleResult = CRASHED;
  try {
    const runtime = quickJs.newRuntime();
    runtime.setMaxStackSize(STACK_BYTES);
    const context = runtime.newContext({ intrinsics: { ...DefaultIntrinsics, Date: false, Proxy: false } });
    const sandbox = openSandbox(runtime, context);
    result = evaluate(sandbox, code) ?? collect(sandbox, code);
    sandbox.take.dispose();
    sandbox.explain.dispose();
    // Work that was cut off can leave something behind; the engine then ends itself here, after the answer.
    context.dispose();
    runtime.dispose();
    return { result, isBroken: false };
  } catch {
    return { result, isBroken: true };
  }
}

const CRASHED: ModuleResult = {
  ok: false,
  code: "module-crash",
  message: "the module broke the sandbox that reads it",
  line: 1,
  column: 1,
};

function openSandbox(runtime: QuickJSRuntime, context: QuickJSContext): Sandbox {
  const prelude = `(${installPrelude.toString()})(${JSON.stringify(LIMITS)})`;
  const answers = context.unwrapResult(context.evalCode(prelude, "toolgate-prelude", { type: "global" }));
  const take = context.getProp(answers, "take");
  const explain = context.getProp(answers, "explain");
  answers.dispose();
  const refused: string[] = [];
  runtime.setModuleLoader(
    (specifier) => {
      if (specifier === "toolgate") return TOOLGATE_MODULE;
      // One is told; thousands of long ones would fill the memory of the host.
      if (refused.length === 0) refused.push(specifier);
      return { error: new Error("refused") };
    },
    (_from, specifier) => specifier,
  );
  const deadline = performance.now() + DEADLINE_MS;
  const isLate = (): boolean => performance.now() > deadline;
  runtime.setInterruptHandler(isLate);
  return { runtime, context, take, explain, refused, isLate };
}

/** `null` when the module ran to its end. */
function evaluate(sandbox: Sandbox, code: string): ModuleResult | null {
  const { context, runtime } = sandbox;
  const started = context.evalCode(code, MODULE_FILE, { type: "module" });
  if (started.error !== undefined) return judge(sandbox, code, started.error);
  using settled = started.value;
  for (let more = true; more;) {
    const jobs = runtime.executePendingJobs(1_000);
    if (jobs.error !== undefined) return judge(sandbox, code, jobs.error);
    more = jobs.value > 0;
    if (sandbox.isLate()) return judge(sandbox, code, null);
  }
  const state = context.getPromiseState(settled);
  if (state.type === "rejected") return judge(sandbox, code, state.error);
  if (state.type === "fulfilled" && state.notAPromise !== true) state.value.dispose();
  if (sandbox.refused.length > 0) return judge(sandbox, code, null);
  if (state.type === "fulfilled") return null;
  const message = "the module awaits something that never happens; nothing outside the file can be waited for";
  return fail("module-pending", message, { line: 1, column: 1 });
}

/** Says why a module failed. Takes over the handle of what it threw. */
function judge(sandbox: Sandbox, code: string, thrown: QuickJSHandle | null): ModuleResult {
  const { name, message, stack } = explainThrown(sandbox, thrown);
  const [specifier] = sandbox.refused;
  if (sandbox.isLate()) {
    return fail("module-timeout", `the module did not finish within ${DEADLINE_MS} ms`, { line: 1, column: 1 });
  }
  if (specifier !== undefined) {
    const shown = showText(specifier);
    const text = `the module imports "${shown}", but only "toolgate" can be imported; put what it needs into this one file`;
    return fail("module-import", text, locateText(specifier, code));
  }
  const place = locateThrow(stack, code);
  // What does not compile has no function around it.
  if (name === "SyntaxError" && !stack.includes("("))
    return fail("module-syntax", `the module is no JavaScript: ${showText(message, 200)}`, place);
  if (message === "out of memory") {
    return fail("module-memory", `the module needs more than ${MEMORY_BYTES / 1024 / 1024} MiB of memory`, place);
  }
  const what = [name, message].filter((part) => part !== "").join(": ");
  return fail("module-error", `the module threw ${showText(what, 200) || "something without a message"}`, place);
}

interface Thrown {
  readonly name: string;
  readonly message: string;
  readonly stack: string;
}

function explainThrown({ context, explain }: Sandbox, thrown: QuickJSHandle | null): Thrown {
  const unknown: Thrown = { name: "", message: "", stack: "" };
  if (thrown === null) return unknown;
  const told = context.callFunction(explain, context.undefined, thrown);
  thrown.dispose();
  if (told.error !== undefined) {
    told.error.dispose();
    return unknown;
  }
  const text = context.getString(told.value);
  told.value.dispose();
  return JSON.parse(text) as Thrown;
}

function collect(sandbox: Sandbox, code: string): ModuleResult {
  const { context, take } = sandbox;
  const taken = context.callFunction(take, context.undefined);
  if (taken.error !== undefined) return judge(sandbox, code, taken.error);
  const text = context.getString(taken.value);
  taken.value.dispose();
  const { declarations, tooMany } = JSON.parse(text) as { declarations: readonly Recorded[]; tooMany: boolean };
  if (tooMany) {
    const message = `the module declares more than ${LIMITS.maxDeclarations} tools`;
    return fail("too-many-entries", message, { line: 1, column: 1 });
  }
  return { ok: true, declarations: declarations.map((recorded) => toDeclaration(recorded, code)) };
}

function toDeclaration({ manifest, hasHandler, notJson, stack }: Recorded, code: string): ModuleDeclaration {
  return { manifest: manifest as JsonValue, hasHandler, notJson, ...locateCall(stack, code) };
}

function fail(code: string, message: string, { line, column }: { line: number; column: number }): ModuleResult {
  return { ok: false, code, message, line, column };
}
