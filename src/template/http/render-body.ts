import type { HttpBody } from "../../model/backend.ts";
import type { PlannedText } from "../../model/plan.ts";
import { encodeUrlText } from "./encode-url-text.ts";
import { fillTemplate } from "./http-values.ts";
import type { HttpValues } from "./http-values.ts";
import { escapeJson, renderJson } from "./render-json.ts";
import { renderPairs } from "./render-pairs.ts";

/** What a body is, when no header says it. */
export const BODY_TYPES: Readonly<Record<HttpBody["kind"], string>> = {
  json: "application/json",
  form: "application/x-www-form-urlencoded",
  text: "text/plain; charset=utf-8",
};

/** Puts values into a body by the rules of its kind; `null` when there is nothing to send. */
export function renderBody(body: HttpBody, values: HttpValues): PlannedText | null {
  switch (body.kind) {
    case "json":
      return renderJson(body.parts, values);
    case "form":
      return renderPairs(body.parts, values, { encode: encodeUrlText, as: "form" });
    case "text": {
      const known = body.parts.filter((part) => part.kind !== "param" || values.has(part.name));
      return fillTemplate(known, values, { encode: escapeJson, as: "text" });
    }
  }
}
