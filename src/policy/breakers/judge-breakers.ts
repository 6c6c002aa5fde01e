import type { Facts } from "../../model/facts.ts";
import { listCommands } from "../commands/list-commands.ts";
import type { PolicyAnswer, PolicyRequest } from "../policy.ts";
import { findCritical } from "./critical-places.ts";
import { findDestruction } from "./destructive-targets.ts";
import { findKeptFile } from "./kept-files.ts";
import { findNetworkRun } from "./network-pipes.ts";
import { findSystemControl } from "./system-control.ts";

const MOST_REASONS = 5;

/**
 * What always asks, in every mode and whatever allows it: destroying roots, working on disks or the whole machine, running
 * what comes from the network, touching credentials or what sets the rules. Judged on argument vectors, never on text.
 */
export function judgeBreakers(request: PolicyRequest, facts: Facts): readonly PolicyAnswer[] {
  const found = [...judgeCommands(request, facts), ...judgeLines(request, facts), ...judgePaths(request, facts)];
  const reasons = [...new Set(found)].slice(0, MOST_REASONS);
  return reasons.map((reason) => ({
    source: "breaker",
    verdict: "ask",
    code: "ASK_BREAKER",
    reason: `always asked about, whatever allows it: ${reason}`,
  }));
}

function judgeCommands(request: PolicyRequest, facts: Facts): readonly string[] {
  return listCommands(request).flatMap(
    (command) => findSystemControl(command) ?? findDestruction(command, facts) ?? [],
  );
}

function judgeLines(request: PolicyRequest, facts: Facts): readonly string[] {
  const { call } = request;
  const values = call?.specifier?.ok === true ? call.specifier.values : [];
  const lines = values.flatMap((value) => (value.kind === "shell" ? [value.line] : []));
  if (lines.length === 0) return [];
  const commands = listCommands(request);
  return lines.flatMap((line) => [
    ...line.items.flatMap((item) => findKeptFile(item, facts) ?? []),
    ...[findNetworkRun(line, commands)].filter((reason) => reason !== null),
  ]);
}

/** File tools: removing a root is never meant. */
function judgePaths({ call, tool }: PolicyRequest, facts: Facts): readonly string[] {
  return (call?.paths ?? []).flatMap(({ path, use }) => {
    if (use !== "delete") return [];
    const why = findCritical(path, facts);
    return why === null ? [] : [`\`${tool.name}\` would remove ${path}: ${why}`];
  });
}
