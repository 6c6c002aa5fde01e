import type { BackendSpec } from "../model/backend.ts";
import type { Tool } from "../model/tool.ts";

const PARSER = "custom:";

/** Every program that a tool can start, as its author wrote it; `sh` for a line that a shell reads. */
export function listPrograms({ backend, output }: Pick<Tool, "backend" | "output">): readonly string[] {
  const parser = output.parser.startsWith(PARSER) ? [output.parser.slice(PARSER.length)] : [];
  return [...ofBackend(backend), ...parser];
}

function ofBackend(backend: BackendSpec): readonly string[] {
  switch (backend.kind) {
    case "command":
      return [backend.binary];
    case "script":
      return backend.steps.flatMap(({ stages }) => stages.map(({ binary }) => binary));
    case "shell":
      return ["bash"];
    case "session":
      return [backend.program.binary];
    case "capability":
      return Object.values(backend.commands).map(({ run }) =>
        run.kind === "shell"
          ? "sh"
          : (run.args[0] ?? []).map((part) => (part.kind === "text" ? part.text : "")).join(""),
      );
    case "handler":
    case "internal":
    case "http":
    case "mcp":
    case "browser":
    case "app":
      return [];
  }
}
