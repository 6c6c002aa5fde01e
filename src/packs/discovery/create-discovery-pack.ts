import type { Caller, CallerHints } from "../../model/caller.ts";
import type { Tool } from "../../model/tool.ts";
import type { Pack } from "../pack.ts";
import { defineCallTool } from "./tools/call.ts";
import { defineGroupsTool } from "./tools/groups.ts";
import { defineLoadTool } from "./tools/load.ts";
import { defineSearchTool } from "./tools/search.ts";

/** Who asks, and in which session. */
export interface DiscoveryViewer {
  readonly caller: Caller;
  readonly hints: CallerHints;
  readonly session: string;
}

/** What the tools look at: what this viewer may see, and nothing else. */
export interface DiscoverySource {
  /** Best first, at most `limit`. */
  readonly search: (query: string, viewer: DiscoveryViewer, limit: number) => Promise<readonly Tool[]>;
  /** Visible tools by group, in the order of their names. */
  readonly groups: (viewer: DiscoveryViewer) => Promise<ReadonlyMap<string, readonly Tool[]>>;
  /** What the operator says of groups. */
  readonly descriptions: Readonly<Record<string, string>>;
  readonly load: (viewer: DiscoveryViewer, groups: readonly string[]) => Promise<void>;
  readonly loaded: (session: string) => readonly string[];
  /** Whether the session's list changes with what it loads. */
  readonly isFollowed: (session: string) => boolean;
}

/** What finds and calls tools that are not listed. It only reads: what it leads to is decided by itself. */
export function createDiscoveryPack(source: DiscoverySource): Pack {
  const tools = [defineSearchTool(source), defineGroupsTool(source), defineLoadTool(source), defineCallTool()];
  return { name: "discovery", tools, apis: [] };
}
