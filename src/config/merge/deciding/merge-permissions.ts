import { DEFAULTS } from "../../defaults.ts";
import { mergeCedar } from "./merge-cedar.ts";
import { mergeLimitRules } from "./merge-limit-rules.ts";
import { mergeModes } from "./merge-modes.ts";
import { mergeRules } from "./merge-rules.ts";
import { labelSource } from "./permission-set.ts";
import type { PermissionParts, PermissionSet } from "./permission-set.ts";
import { toStricterPack } from "./to-stricter-pack.ts";
import { unite } from "./unite.ts";

/** Lays the project's word over the person's, and the command line over both; then takes away what restrictions take. */
export function mergePermissions(parts: PermissionParts): PermissionSet {
  const { user, project, restrictions, overrides } = parts;
  const layers = [user, project].flatMap((part) => (part === null ? [] : [part.layer]));
  const written = layers.some(({ data }) => data.permissions?.headless === true);
  const timeout =
    project?.layer.data.permissions?.approval_timeout_seconds ??
    user?.layer.data.permissions?.approval_timeout_seconds ??
    DEFAULTS.approvalTimeoutSeconds;
  return {
    permissions: {
      ...mergeModes(parts),
      rules: mergeRules(parts),
      headless: overrides.headless ?? (written || restrictions.some(({ limits }) => limits.headless)),
      approvalTimeoutMs: timeout * 1000,
      elicitForm: mergeElicitForm(parts),
    },
    policy: unite(
      layers.flatMap(({ visibility }) => visibility ?? []),
      restrictions.flatMap(({ from, limits }) =>
        toLabelled(from, limits.visibility === null ? [] : [limits.visibility]),
      ),
    ),
    cedar: mergeCedar(parts),
    approvers: unite(
      layers.flatMap(({ approvers }) => approvers),
      restrictions.flatMap(({ from, limits }) => toLabelled(from, limits.approvers)),
    ),
    limits: {
      rules: mergeLimitRules(parts),
      maxDepth: toLeast([
        ...layers.map(({ data }) => data.limits?.max_depth ?? null),
        ...restrictions.map(({ limits }) => limits.maxDepth),
      ]),
    },
    packs: { denyPack: mergeDenyPack(parts) },
  };
}

function toLabelled<Row extends { readonly source: string }>(
  from: PermissionParts["restrictions"][number]["from"],
  rows: readonly Row[],
): readonly Row[] {
  return rows.map((row) => ({ ...row, source: labelSource(row.source, from) }));
}

function toLeast(depths: readonly (number | null)[]): number | null {
  const said = depths.filter((depth) => depth !== null);
  return said.length === 0 ? null : Math.min(...said);
}

/** Somebody has to want it, and nobody not to. */
function mergeElicitForm({ user, project, restrictions }: PermissionParts): boolean {
  const said = [user, project].map((part) => part?.layer.data.approvals?.elicit_form);
  const refused = said.includes(false) || restrictions.some(({ limits }) => limits.elicitForm === false);
  return !refused && (said.includes(true) || DEFAULTS.elicitForm);
}

/** Only a person's own file goes below the default. */
function mergeDenyPack({ user, project, restrictions }: PermissionParts): PermissionSet["packs"]["denyPack"] {
  const own = user?.layer.data.packs?.deny_pack ?? DEFAULTS.denyPack;
  const others = [project?.layer.data.packs?.deny_pack ?? null, ...restrictions.map(({ limits }) => limits.denyPack)];
  return others.reduce(toStricterPack, own);
}
