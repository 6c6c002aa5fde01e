import type { ModuleEvaluator } from "../../manifest/manifest.ts";

let loading: Promise<ModuleEvaluator> | null = null;

/**
 * What reads module files, started when the first one is met and then kept for the life of this process.
 *
 * @throws Error when it cannot start; the next call tries again
 */
export function getModuleEvaluator(): Promise<ModuleEvaluator> {
  loading ??= start();
  return loading;
}

async function start(): Promise<ModuleEvaluator> {
  try {
    const { loadModuleEvaluator } = await import("../../manifest/capability/evaluate/load-module-evaluator.ts");
    return await loadModuleEvaluator();
  } catch (error) {
    loading = null;
    throw error;
  }
}
