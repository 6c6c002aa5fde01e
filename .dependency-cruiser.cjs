/** The import rules of docs/architecture: each keeps one sentence of the security argument true. */
const pure = "^src/(params|template|scope|policy|shell|text)/";
const test = "\\.(test|fixture)\\.ts$";

/** @type {import("dependency-cruiser").IConfiguration} */
module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "model-imports-nothing",
      severity: "error",
      from: { path: "^src/model/", pathNot: test },
      to: { pathNot: "^src/model/" },
    },
    {
      name: "deciding-is-pure",
      comment: "Parameters, templates, scope, policy and shell judge; what they need to know is handed to them.",
      severity: "error",
      from: { path: pure, pathNot: test },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "one-gate",
      comment: "Only the call path reaches what acts on the world; main.ts and wiring/ put it together.",
      severity: "error",
      from: { pathNot: `^src/(call|backends|facts|wiring|main\\.ts)|${test}` },
      to: { path: "^src/(backends|facts)/" },
    },
    {
      name: "one-way-out",
      comment: "Whatever Toolgate asks over HTTP is checked in one place; another client would be a way around it.",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/egress/|${test}` },
      to: { path: "(^|/)(node_modules/)?undici(/|$)|^(node:)?https$" },
    },
    {
      name: "only-process-starts-processes",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/process/|${test}` },
      to: { path: "^(node:)?child_process$" },
    },
    {
      name: "native-calls-in-one-folder",
      comment: "What calls C functions can do anything; it runs in the runner and nowhere else.",
      severity: "error",
      from: { pathNot: "^src/process/native/" },
      to: { path: "(^|/)(node_modules/)?koffi(/|$)" },
    },
    {
      name: "native-calls-only-in-the-runner",
      severity: "error",
      from: { path: "^src/", pathNot: `^src/process/(native/|runner/choose-starter\\.ts$)|${test}` },
      to: { path: "^src/process/native/" },
    },
    {
      name: "ways-in-are-thin",
      comment: "Servers and commands get the wired runtime; a shortcut around it is a security bug.",
      severity: "error",
      from: { path: "^src/(server|cli)/", pathNot: test },
      to: { path: "^src/(backends|process|sandbox|storage|secrets)/", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "formats-do-not-know-each-other",
      severity: "error",
      from: { path: "^src/manifest/([^/]+)/" },
      to: { path: "^src/manifest/([^/]+)/", pathNot: "^src/manifest/($1|toml|json|checks)/" },
    },
    {
      name: "not-to-dev-dependencies",
      severity: "error",
      from: { path: "^src/", pathNot: test },
      to: { dependencyTypes: ["npm-dev"] },
    },
    { name: "no-unresolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    enhancedResolveOptions: { exportsFields: ["exports"], conditionNames: ["import", "node", "types", "default"] },
  },
};
