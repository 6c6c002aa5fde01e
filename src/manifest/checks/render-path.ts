import { showText } from "../../text/show-text.ts";
import type { TomlPath } from "../toml/toml-document.ts";

/** `allow.commands.a.run[0]`, cut when it is long: for messages whose position cannot say it. */
export function renderPath(path: TomlPath): string {
  const steps = path.map((step, index) => (typeof step === "number" ? `[${step}]` : `${index > 0 ? "." : ""}${step}`));
  return showText(steps.join(""), 120);
}
