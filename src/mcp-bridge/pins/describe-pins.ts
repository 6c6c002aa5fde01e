import { canonicalJson } from "../../model/canonical-json.ts";
import type { JsonObject } from "../../model/json.ts";
import type { StoredPin } from "../../storage/upstream-repositories.ts";
import { findUnusable } from "../import/to-upstream-tool.ts";
import { scanDefinition } from "../scan/scan-definition.ts";
import type { Finding } from "../scan/scan-definition.ts";
import { diffDefinitions } from "./diff-definitions.ts";
import type { DefinitionChange } from "./diff-definitions.ts";
import { hashDefinition, judgePins } from "./judge-pins.ts";
import type { PinState } from "./judge-pins.ts";

/** One tool of a server, or under the name `""` the server itself, for people who decide about it. */
export interface DescribedPin {
  readonly tool: string;
  readonly state: PinState;
  readonly isRefused: boolean;
  /** `sha256:<hex>` of what is offered; `null`: nothing is. */
  readonly offeredHash: string | null;
  /** What is offered where nothing was accepted yet; else `null`. */
  readonly added: JsonObject | null;
  readonly changes: readonly DefinitionChange[];
  /** The name under which the very same definition is or was there. */
  readonly renamed: string | null;
  readonly findings: readonly Finding[];
  /** Whether the configuration leaves it out: then nobody has to look at it. */
  readonly isLeftOut: boolean;
  /** Why it is left out whatever anybody answers; `null`: it is not. */
  readonly unusable: string | null;
  readonly acceptedAt: string | null;
  readonly acceptedBy: string | null;
  readonly seenAt: string;
}

/** Everything that is known of one server's tools, by name. @param isWanted whether the configuration lets a tool be used at all */
export function describePins(
  pins: readonly StoredPin[],
  isWanted: (tool: string) => boolean = () => true,
): readonly DescribedPin[] {
  const twins = findTwins(pins);
  return [...judgePins(pins).values()].map(({ pin, state, isRefused }) => {
    const [before, after] = [parse(pin.accepted), parse(pin.offered)];
    return {
      tool: pin.tool,
      state,
      isRefused,
      offeredHash: pin.offered === null ? null : hashDefinition(pin.offered),
      added: before === null ? after : null,
      changes: before === null || after === null ? [] : diffDefinitions(before, after),
      renamed: state === "added" || state === "removed" ? (twins.get(pin.tool) ?? null) : null,
      findings: scanDefinition(after ?? before ?? {}),
      isLeftOut: pin.tool !== "" && !isWanted(pin.tool),
      unusable: pin.tool === "" ? null : findUnusable(before ?? after ?? {}),
      acceptedAt: pin.acceptedAt,
      acceptedBy: pin.acceptedBy,
      seenAt: pin.seenAt,
    };
  });
}

/** A tool that went and one that came, and that are the same but for their names. */
function findTwins(pins: readonly StoredPin[]): ReadonlyMap<string, string> {
  const gone = new Map<string, string>();
  for (const { tool, accepted, offered } of pins) {
    if (accepted !== null && offered === null) gone.set(withoutName(accepted), tool);
  }
  const twins = new Map<string, string>();
  for (const { tool, accepted, offered } of pins) {
    const twin = accepted === null && offered !== null ? gone.get(withoutName(offered)) : undefined;
    if (twin !== undefined) twins.set(tool, twin).set(twin, tool);
  }
  return twins;
}

function withoutName(text: string): string {
  return canonicalJson({ ...(JSON.parse(text) as JsonObject), name: null });
}

function parse(text: string | null): JsonObject | null {
  return text === null ? null : (JSON.parse(text) as JsonObject);
}
