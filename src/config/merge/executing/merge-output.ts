import { tmpdir, userInfo } from "node:os";
import path from "node:path";
import type { OutputConfig } from "../../config.ts";
import { DEFAULTS } from "../../defaults.ts";
import { resolvePlace } from "../../places.ts";
import type { ExecutingLayers } from "./merge-executing.ts";
import { pickLast } from "./pick-last.ts";

const MEGABYTE = 1024 * 1024;

/** Patterns of every file count, also of those that only restrict; the caps of all files too. */
export function mergeOutput({ layers, restrictions, home }: ExecutingLayers): OutputConfig {
  const files = layers.map(({ data }) => data.output ?? {});
  const caps = [
    ...files.flatMap((file) => file.max_total_mb ?? []),
    ...restrictions.flatMap((limits) => limits.maxTotalMegabytes ?? []),
  ];
  const patterns = [
    ...files.flatMap((file) => file.patterns ?? []),
    ...restrictions.flatMap((limits) => limits.patterns),
  ];
  const unique = new Map(patterns.map(({ name, pattern }) => [JSON.stringify([name, pattern]), { name, pattern }]));
  const days = pickLast(layers, (data) => data.output?.evidence?.keep_days) ?? DEFAULTS.evidenceKeepDays;
  const size = pickLast(layers, (data) => data.output?.evidence?.max_mb) ?? DEFAULTS.evidenceMaxMegabytes;
  return {
    patternsOff: [...new Set(files.flatMap((file) => file.patterns_off ?? []))],
    patterns: [...unique.values()],
    maxModelChars: pickLast(layers, (data) => data.output?.max_model_chars) ?? DEFAULTS.maxModelChars,
    maxTotalBytes: caps.length === 0 ? null : Math.min(...caps) * MEGABYTE,
    evidence: { folder: findFolder(layers, home), keepDays: days, maxBytes: size * MEGABYTE },
  };
}

function findFolder(layers: ExecutingLayers["layers"], home: string): string {
  const layer = layers.findLast(({ data }) => data.output?.evidence?.folder !== undefined);
  const written = layer?.data.output?.evidence?.folder;
  // The temporary folder is shared; a name of one's own is not taken by others.
  if (layer === undefined || written === undefined) return path.join(tmpdir(), `toolgate-evidence-${userInfo().uid}`);
  return resolvePlace(layer.folder, written, home);
}
