import type { ArgNode, ArgPart } from "../model/arg-node.ts";
import type { CapabilityCommand, JsonBodyPart, ScriptBackend, TextTemplate, UrlTemplate } from "../model/backend.ts";
import type { Tool } from "../model/tool.ts";

/** What a tool does, one line each, with `{name}` where a caller's value goes and `[…]` around what may be left out. */
export function toShape({ backend, input }: Pick<Tool, "backend" | "input">): readonly string[] {
  switch (backend.kind) {
    case "command": {
      if (input.kind === "free") {
        return [`${backend.binary} {${input.free.allowedSubcommands.join(" | ")}} …`, ...showInput(backend.stdin)];
      }
      if (input.kind === "command-line") return [`${backend.binary} {args} …`];
      const variables = Object.entries(backend.variables ?? {}).map(([name, parts]) => `${name}=${showParts(parts)}`);
      const line = [...variables, backend.binary, ...backend.args.flatMap(showArg)].join(" ");
      return [line, ...showInput(backend.stdin)];
    }
    case "script":
      return [showScript(backend)];
    case "shell":
      return ["{command}, as programs without a shell, or as bash when a human says so"];
    case "handler":
      return ["a function of the embedding program"];
    case "internal":
      return [`the built-in API ${backend.api}`];
    case "http": {
      const headers = backend.headers.map(([name, value]) => `${name}: ${showParts(value)}`);
      const body = backend.body === null ? [] : [backend.body.parts.map(showPart).join("")];
      return [`${backend.method} ${showUrl(backend.url)}`, ...headers, ...body];
    }
    case "mcp":
      return [`the tool ${backend.tool} of the upstream server ${backend.server}`];
    case "session": {
      const { program, pattern, line } = backend;
      const sent = line === null ? "{command}" : showParts(line);
      return [`${[program.binary, ...program.args].join(" ")}, then the line ${sent}, which matches ${pattern}`];
    }
    case "browser":
      return [`the browser command ${backend.command}`];
    case "capability":
      return Object.entries(backend.commands).map(([name, command]) => `${name}: ${showCapability(command)}`);
    case "app":
      return [`a ${backend.declared} of a connected application`];
  }
}

function showInput(stdin: readonly ArgPart[] | undefined): readonly string[] {
  return stdin === undefined ? [] : [`standard input: ${showParts(stdin)}`];
}

function showArg(node: ArgNode): readonly string[] {
  switch (node.kind) {
    case "arg":
      return [showParts(node.parts)];
    case "group":
    case "when":
      return [`[${node.args.flatMap(showArg).join(" ")}]`];
    case "mapped":
      return [
        `{${node.param} → ${Object.values(node.table)
          .map((flags) => flags.join(" "))
          .join(" | ")}}`,
      ];
  }
}

function showParts(parts: TextTemplate | readonly ArgPart[]): string {
  return parts.map(showPart).join("");
}

/** A URL in one line, as its author would write it. */
function showUrl({ scheme, host, port, path, query }: UrlTemplate): string {
  const authority = showParts(host) + (port.length === 0 ? "" : `:${showParts(port)}`);
  return `${scheme}://${authority}${showParts(path)}${query === null ? "" : `?${showParts(query)}`}`;
}

function showPart(part: TextTemplate[number] | JsonBodyPart): string {
  if (part.kind === "text") return part.text;
  return part.kind === "secret" ? `{_secret:${part.name}}` : `{${part.name}}`;
}

function showScript({ steps }: ScriptBackend): string {
  return steps
    .map(({ operator, stages }, index) => {
      const line = stages.map(({ binary, args }) => [binary, ...args.flatMap(showArg)].join(" ")).join(" | ");
      return index === 0 ? line : `${operator} ${line}`;
    })
    .join(" ");
}

function showCapability({ run, persistent }: CapabilityCommand): string {
  const line = run.kind === "argv" ? run.args.map(showParts).join(" ") : `sh -c ${JSON.stringify(run.line)}`;
  return persistent ? `${line} (kept running)` : line;
}
