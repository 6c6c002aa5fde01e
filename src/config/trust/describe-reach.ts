import type {
  BackendSpec,
  CapabilityBackend,
  CapabilityCommand,
  HttpBackend,
  ScriptBackend,
  TextTemplate,
} from "../../model/backend.ts";
import type { ArgPart } from "../../model/arg-node.ts";
import type { Tool } from "../../model/tool.ts";

/**
 * What a tool reaches besides the program of a plain command, one sentence a thing. Everything that its author wrote
 * stands in quotes, as JSON, so that it cannot pass for a sentence of ours.
 */
export function describeReach({ backend, output, sandbox, secretEnvironment = {} }: Tool): readonly string[] {
  const parser = output.parser.startsWith("custom:")
    ? [`pipes its output through ${quote(output.parser.slice(7))}`]
    : [];
  const secrets = Object.entries(secretEnvironment).map(
    ([variable, name]) => `gets the secret ${quote(name)} as ${quote(variable)}`,
  );
  return [...describeBackend(backend), ...parser, ...secrets, ...describeSandbox(sandbox)];
}

/** What its author asks of confinement; what only tightens is left out. */
function describeSandbox(sandbox: Tool["sandbox"]): readonly string[] {
  if (sandbox == null) return [];
  const { profile, writable, readable, network } = sandbox;
  return [
    ...(profile === "none" ? ["wants its programs not confined"] : []),
    ...(writable.length === 0 ? [] : [`wants to write in ${writable.map(quote).join(", ")}`]),
    ...(readable.length === 0 ? [] : [`wants to read in ${readable.map(quote).join(", ")}`]),
    ...(network?.kind === "all" ? ["wants its programs to reach all of the network"] : []),
    ...(network?.kind === "hosts" ? [`wants its programs to reach ${network.hosts.map(quote).join(", ")}`] : []),
  ];
}

function describeBackend(backend: BackendSpec): readonly string[] {
  switch (backend.kind) {
    case "command":
      return backend.stdin === undefined ? [] : [`reads ${quote(renderParts(backend.stdin))} from standard input`];
    case "script":
      return describeScript(backend);
    case "shell":
      return ["runs command lines of the caller"];
    case "handler":
      return ["runs a function of the program that Toolgate is part of"];
    case "internal":
      return [`uses the built-in API ${quote(backend.api)}`];
    case "http":
      return describeHttp(backend);
    case "mcp":
      return [`calls the tool ${quote(backend.tool)} of the MCP server ${quote(backend.server)}`];
    case "session":
      return [
        `sends lines to ${quote([backend.program.binary, ...backend.program.args].join(" "))}, which keeps running`,
      ];
    case "browser":
      return describeBrowser(backend);
    case "capability":
      return describeCapability(backend);
    case "app":
      return ["asks the application that declared it"];
  }
}

function describeScript({ steps }: ScriptBackend): readonly string[] {
  return steps.flatMap(({ stages }) =>
    stages.flatMap(({ binary, redirects }) => [
      `runs ${quote(binary)}`,
      ...redirects.flatMap((redirect) =>
        redirect.mode === "join" ? [] : [`${redirect.mode}s ${quote(redirect.file)}`],
      ),
    ]),
  );
}

function describeBrowser({ browser }: Extract<BackendSpec, { kind: "browser" }>): readonly string[] {
  const { connect, allowedDomains, allowExternal, authFlows } = browser;
  const domains = allowedDomains.length > 0 ? allowedDomains.map(quote).join(", ") : "every site in scope";
  return [
    `drives ${connect === "live" ? "the browser that is open" : "a browser"} on ${domains}`,
    ...(allowExternal ? ["may leave these sites"] : []),
    ...authFlows.map(({ name, secretRef }) => `logs in as ${quote(name)} with the secret ${quote(secretRef)}`),
  ];
}

function describeCapability({ commands, net, tools }: CapabilityBackend): readonly string[] {
  const hosts = net?.length === 0 ? "any public host" : (net ?? []).map(quote).join(", ");
  return [
    "runs a handler of its module, isolated",
    ...Object.entries(commands).map(([name, command]) => `its command ${quote(name)} runs ${renderCommand(command)}`),
    ...(net === null ? [] : [`sends HTTP requests to ${hosts}`]),
    ...(tools.length === 0 ? [] : [`calls the tools ${tools.map(quote).join(", ")}`]),
  ];
}

function renderCommand({ run, environment, persistent }: CapabilityCommand): string {
  const line = run.kind === "shell" ? run.line : run.args.map(renderParts).join(" ");
  const notes = [
    ...(run.kind === "shell" ? ["through a shell"] : []),
    ...(persistent ? ["and keeps it running"] : []),
    ...(environment.length === 0 ? [] : [`with ${environment.map(quote).join(", ")} of the environment`]),
  ];
  return [quote(line), ...notes].join(" ");
}

function describeHttp({ method, url, headers, body }: HttpBackend): readonly string[] {
  const { scheme, host, port, path, query } = url;
  const place = `${scheme}://${renderTemplate(host)}${port.length === 0 ? "" : `:${renderTemplate(port)}`}`;
  const address = `${place}${renderTemplate(path)}${query === null ? "" : `?${renderTemplate(query)}`}`;
  const secrets = new Set(collectSecrets([{ ...url }, headers, body]));
  return [
    `sends ${method} requests to ${quote(address)}`,
    ...[...secrets].map((name) => `sends the secret ${quote(name)}`),
  ];
}

/** A secret may stand in any part of a request, at any depth of its body. */
function collectSecrets(part: unknown): readonly string[] {
  if (typeof part !== "object" || part === null) return [];
  if ("kind" in part && part.kind === "secret" && "name" in part) return [String(part.name)];
  return Object.values(part).flatMap(collectSecrets);
}

function renderTemplate(template: TextTemplate): string {
  return template.map((part) => (part.kind === "secret" ? `{_secret:${part.name}}` : renderParts([part]))).join("");
}

function renderParts(parts: readonly ArgPart[]): string {
  return parts.map((part) => (part.kind === "text" ? part.text : `{{${part.name}}}`)).join("");
}

function quote(text: string): string {
  return JSON.stringify(text);
}
