import { newQuickJSWASMModuleFromVariant, newVariant } from "quickjs-emscripten-core";
import type { QuickJSWASMModule } from "quickjs-emscripten-core";

/** Part of the runtime, but of no type library that this project uses. */
declare const WebAssembly: {
  /** Sizes in pages of 64 KiB. */
  readonly Memory: new (size: { readonly initial: number; readonly maximum: number }) => object;
};

const PAGE_BYTES = 64 * 1024;
/** What the build asks for at least. */
const FIRST_BYTES = 16 * 1024 * 1024;
/** What a module can use beyond that. */
export const MEMORY_BYTES: number = 64 * 1024 * 1024;

/**
 * A JavaScript engine in WebAssembly whose memory cannot grow beyond 80 MiB. The engine's own limit does not help: this
 * build cannot tell how much it has allocated, and lets a module take two gigabytes.
 */
export async function openEngine(): Promise<QuickJSWASMModule> {
  const { default: loaded } = await import("@jitl/quickjs-wasmfile-release-sync");
  // The package's types have one level more than its module.
  const variant = "default" in loaded ? loaded.default : loaded;
  const initial = FIRST_BYTES / PAGE_BYTES;
  const wasmMemory = new WebAssembly.Memory({ initial, maximum: initial + MEMORY_BYTES / PAGE_BYTES });
  return newQuickJSWASMModuleFromVariant(newVariant(variant, { wasmMemory }));
}
