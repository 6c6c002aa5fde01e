import path from "node:path";
import type { Config, TrustState } from "../config.ts";
import { DEFAULTS } from "../defaults.ts";
import type { ConfigLayer } from "../file/config-layer.ts";
import { resolvePlace } from "../places.ts";
import type { TrustLimits } from "../trust/trust-limits.ts";

export interface PackParts {
  readonly user: { readonly layer: ConfigLayer } | null;
  readonly project: { readonly layer: ConfigLayer } | null;
  readonly trust: TrustState;
  readonly limits: readonly TrustLimits[];
  readonly home: string;
}

/**
 * Which packs are served. A project that says `false` switches a pack off, trusted or not; only a trusted one switches
 * it on. What any file denies stays denied.
 */
export function mergePacks(parts: PackParts): Omit<Config["packs"], "denyPack"> {
  const { user, project, limits, home } = parts;
  const layers = [user, project].flatMap((part) => (part === null ? [] : [part.layer]));
  const written = layers.flatMap((layer) => resolveDenied(layer, home));
  return {
    fs: isServed("fs", DEFAULTS.packFs, parts),
    shell: isServed("shell", DEFAULTS.packShell, parts),
    fsDeny: [...new Set([...written, ...limits.flatMap(({ packs }) => packs.fsDeny)])],
  };
}

function isServed(pack: "fs" | "shell", fallback: boolean, { user, project, trust, limits }: PackParts): boolean {
  const theirs = project?.layer.data.packs?.[pack];
  if (theirs === false || limits.some(({ packs }) => packs[pack] === false)) return false;
  return (trust.kind === "trusted" ? theirs : undefined) ?? user?.layer.data.packs?.[pack] ?? fallback;
}

/**
 * What a file keeps from the file tools: a text without `/` is a name pattern and stays; anything else is a path, once
 * as written and once with its links followed.
 */
export function resolveDenied({ data, folder }: Pick<ConfigLayer, "data" | "folder">, home: string): readonly string[] {
  return (data.packs?.fs_deny ?? []).flatMap((written) => {
    if (!written.includes("/") && !/^\.+$/.test(written)) return [written];
    const lexical = written.startsWith("~/") ? path.join(home, written.slice(2)) : path.resolve(folder, written);
    return [...new Set([lexical, resolvePlace(folder, written, home)])];
  });
}
