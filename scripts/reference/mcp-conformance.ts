import { LEGS, REVISIONS } from "../conformance/legs.ts";
import type { Leg, Revision } from "../conformance/legs.ts";
import { findNotApplicable } from "../conformance/not-applicable.ts";
import { readRequirements } from "../conformance/requirements.ts";
import { readResults } from "../conformance/results.ts";
import type { ScenarioResult } from "../conformance/run-suite.ts";

const TITLES: Readonly<Record<Leg, string>> = {
  direct: "tools of Toolgate itself",
  aggregated: "a server behind Toolgate",
  client: "Toolgate as a client",
};

/** What the published conformance suite says of Toolgate, failures with their reasons. */
export function renderMcpConformance(): string {
  const head = `# Conformance of the MCP side

\`npm run conformance\` runs \`@modelcontextprotocol/conformance\` against a gateway in three places: with tools of its own, with
a server behind it whose names are unchanged (\`prefix = ""\`), and as the client of a server. The tests run all of it
again and fail when a scenario that passed does not any more. Scenarios that a revision does not count (extensions, and
what was added later) are marked.
`;
  return [head, ...REVISIONS.flatMap((revision) => [`## ${revision}`, ...renderRevision(revision)])].join("\n");
}

function renderRevision(revision: Revision): readonly string[] {
  const results = readResults()[revision];
  const requirements = readRequirements(revision);
  const server = renderTable(["direct", "aggregated"], results, new Set(requirements.server));
  const client = renderTable(["client"], results, new Set(requirements.client));
  return ["", summarize(revision), "", ...server, "", ...client, "", ...renderReasons(results), ""];
}

type LegResults = Readonly<Record<Leg, readonly ScenarioResult[]>>;

function summarize(revision: Revision): string {
  const results = readResults()[revision];
  const requirements = readRequirements(revision);
  const lines = LEGS.map((leg) => {
    const scored = new Set(leg === "client" ? requirements.client : requirements.server);
    const counted = results[leg].filter(({ scenario }) => scored.has(scenario));
    const applicable = counted.filter(
      ({ scenario, status }) => status === "pass" || findNotApplicable(leg, scenario) === null,
    );
    const passed = applicable.filter(({ status }) => status === "pass").length;
    const others = counted.length - applicable.length;
    return `- ${TITLES[leg]}: ${passed} of ${applicable.length} counted scenarios pass${others === 0 ? "" : `, ${others} not applicable`}`;
  });
  return lines.join("\n");
}

function renderTable(legs: readonly Leg[], results: LegResults, scored: ReadonlySet<string>): readonly string[] {
  const names = [...new Set(legs.flatMap((leg) => results[leg].map(({ scenario }) => scenario)))].sort();
  return [
    `| Scenario | ${legs.map((leg) => TITLES[leg]).join(" | ")} |`,
    `| --- |${" --- |".repeat(legs.length)}`,
    ...names.map((name) => {
      const cells = legs.map((leg) => toCell(leg, name, results));
      return `| \`${name}\`${scored.has(name) ? "" : " (not counted)"} | ${cells.join(" | ")} |`;
    }),
  ];
}

function toCell(leg: Leg, name: string, results: LegResults): string {
  const result = results[leg].find(({ scenario }) => scenario === name);
  if (result === undefined) return "–";
  if (result.status === "pass") return "pass";
  return findNotApplicable(leg, name) === null ? "**fail**" : "not applicable";
}

function renderReasons(results: LegResults): readonly string[] {
  const lines = LEGS.flatMap((leg) =>
    results[leg].flatMap(({ scenario, status, reasons }) => {
      if (status === "pass") return [];
      const why = findNotApplicable(leg, scenario);
      const said = why ?? [...new Set(reasons)].slice(0, 3).join("; ");
      return [`- \`${scenario}\`, ${TITLES[leg]}: ${why === null ? `fails: ${toPlain(said)}` : `${why}.`}`];
    }),
  );
  return lines.length === 0 ? [] : ["Why:", "", ...lines];
}

function toPlain(said: string): string {
  return said
    .replaceAll(/[\r\n|]+/g, " ")
    .replaceAll(/[<>*_`[\]{}]/g, (sign) => `\\${sign}`)
    .slice(0, 400);
}
