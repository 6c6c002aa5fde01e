import type { HookReply } from "../../hooks/hook-agent.ts";
import { answerHook } from "../../server/local/answer-hook.ts";
import type { HookQuery } from "../../server/local/answer-hook.ts";
import type { Environment } from "../../config/folders.ts";

interface HereQuery extends Omit<HookQuery, "signal"> {
  readonly cwd: string;
  readonly env: Environment;
  readonly config: string | undefined;
}

/** Opens the gate in this process for one event: the same answer, only later. */
export async function answerHere({ cwd, env, config, ...query }: HereQuery): Promise<HookReply> {
  const { createRuntime } = await import("../../main.ts");
  const runtime = await createRuntime({ cwd, env, ...(config === undefined ? {} : { configPath: config }) });
  try {
    return await answerHook(runtime, { ...query, signal: new AbortController().signal });
  } finally {
    await runtime.close();
  }
}
