import type { TextTemplate } from "../../model/backend.ts";
import type { ParamIssue } from "../../model/param.ts";
import type { PlannedText } from "../../model/plan.ts";
import { showValue } from "../../params/show-value.ts";
import { encodeUrlText, isClimbing } from "./encode-url-text.ts";
import { fillTemplate, refuse } from "./http-values.ts";
import type { HttpValues, Rendered } from "./http-values.ts";

/** Puts values into a path. None may leave its segment empty, or be taken for a step by anybody on the way. */
export function renderPath(template: TextTemplate, values: HttpValues): Rendered<PlannedText> {
  for (const { text, params } of toSegments(template, values)) {
    const name = params.find((param) => isClimbing(values.get(param)?.text ?? ".")) ?? params[0];
    const issue = name === undefined ? null : findSegmentIssue(name, text, values);
    if (issue !== null) return { ok: false, issue };
  }
  const path = fillTemplate(template, values, { encode: encodeUrlText, as: "path" });
  return path === null
    ? refuse("", "missing", "The path of the URL needs all of its values.")
    : { ok: true, part: path };
}

interface Segment {
  readonly text: string;
  readonly params: readonly string[];
}

/** What stands between two slashes of the author; encoded values have none. */
function toSegments(template: TextTemplate, values: HttpValues): readonly Segment[] {
  let text = "";
  let params: string[] = [];
  const segments: Segment[] = [];
  for (const part of template) {
    if (part.kind === "text") {
      const [first = "", ...others] = part.text.split("/");
      text += first;
      for (const other of others) {
        segments.push({ text, params });
        text = other;
        params = [];
      }
    } else if (part.kind === "secret") text += "x";
    else {
      text += encodeUrlText(values.get(part.name)?.text ?? "");
      params.push(part.name);
    }
  }
  return [...segments, { text, params }];
}

function findSegmentIssue(param: string, segment: string, values: HttpValues): ParamIssue | null {
  const value = values.get(param);
  if (value === undefined) return { param, code: "missing", message: "The path of the URL needs it." };
  if (segment === "") return { param, code: "empty", message: "Without a text here the path would be another one." };
  if (!isClimbing(segment)) return null;
  const message = `A value cannot lead out of its place in the path (\`.\`, \`..\`, also encoded), got ${showValue(value.text)}.`;
  return { param, code: "outside", message };
}
