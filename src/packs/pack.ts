import type { InternalApiShape } from "../manifest/manifest.ts";
import type { Handler } from "../model/handler.ts";
import type { DefinedTool } from "../library/define-tool.ts";

/** A built-in API that `kind = "internal"` tools call by name. Its handler is trusted code; its parameters are typed. */
export interface InternalApi extends InternalApiShape {
  readonly description: string;
  readonly handler: Handler;
}

/** A set of built-in tools and APIs. */
export interface Pack {
  readonly name: string;
  readonly tools: readonly DefinedTool[];
  readonly apis: readonly InternalApi[];
}
