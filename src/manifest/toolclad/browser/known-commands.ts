import type { ParamSpec } from "../../../model/param.ts";
import type { RiskTier } from "../../../model/tool.ts";
import { choice, integer, selector, text, url } from "./standard-params.ts";

/** What a command of a browser is when its author only names it. */
export interface KnownCommand {
  readonly description: string;
  readonly params: readonly ParamSpec[];
  readonly riskTier: RiskTier;
  readonly humanApproval: boolean;
}

/**
 * Every command that a browser has. Coordinates, raw protocol messages and the desktop are left out on purpose: what
 * they do cannot be seen from their arguments.
 */
export const KNOWN_COMMANDS: ReadonlyMap<string, KnownCommand> = new Map([
  ["navigate", command("Opens a page.", [url("url", "Address of the page.")], "medium")],
  ["click", command("Clicks an element.", [selector()])],
  ["type_text", command("Types into an element, or where the cursor is.", [toTyped(), selector(1, false)])],
  ["submit_form", command("Submits a form.", [selector()], "high", true)],
  ["snapshot", command("Describes the page, or a part of it.", [selector(0, false)])],
  ["extract_html", command("Gives the HTML of an element.", [selector()])],
  ["extract", command("Gives the content of the page.", [])],
  ["screenshot", command("Takes a picture of the page.", [])],
  ["execute_js", command("Runs JavaScript in the page.", [toExpression()], "high", true)],
  ["wait_for", command("Waits until an element is there.", [selector(), toTimeout()])],
  ["go_back", command("Goes back to the page before.", [])],
  ["list_tabs", command("Lists the open tabs.", [])],
  ["network_timing", command("Tells how long the page's requests took.", [])],
  ["scroll", command("Scrolls the page.", [toDirection(), toAmount()])],
  ["login", command("Logs in to a service with a stored account.", [], "medium")],
]);

function command(
  description: string,
  params: readonly ParamSpec[],
  riskTier: RiskTier = "low",
  humanApproval = false,
): KnownCommand {
  return { description, params, riskTier, humanApproval };
}

function toTyped(): ParamSpec {
  return text("text", 0, { description: "What to type." });
}

function toExpression(): ParamSpec {
  return text("expression", 0, { description: "A JavaScript expression." });
}

function toTimeout(): ParamSpec {
  const description = "How long to wait, in milliseconds.";
  return integer("timeout_ms", 1, [100, 30_000], { description, default: 5000 });
}

function toDirection(): ParamSpec {
  return choice("direction", ["up", "down"], "Which way to scroll.");
}

function toAmount(): ParamSpec {
  return integer("amount", 1, [1, 10], { description: "How far, in steps.", default: 3 });
}
