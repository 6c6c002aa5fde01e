import type { Facts } from "../../model/facts.ts";
import type { SpecifierValue } from "../../policy/policy.ts";
import { renderRule } from "../../policy/rules/text/render-rule.ts";
import { showText } from "../../text/show-text.ts";
import type { Draft } from "../suggest-rules.ts";
import { escapePath } from "./pattern-text.ts";

/** For a file itself and its folder; for a host itself; for any other text exactly that text. */
export function suggestForPlace(
  tool: string,
  value: SpecifierValue | null,
  text: string,
  facts: Pick<Facts, "home" | "roots">,
): readonly Draft[] {
  if (value?.kind === "path") return suggestForPath(tool, value.text, facts);
  const host = value?.kind === "host" ? toHost(value.text) : null;
  const exact = host ?? text;
  const rule = renderRule(tool, exact);
  return rule === null ? [] : [{ rules: [rule], label: `exactly ${show(exact)}` }];
}

function suggestForPath(tool: string, path: string, facts: Pick<Facts, "home" | "roots">): readonly Draft[] {
  const folder = path.slice(0, path.lastIndexOf("/"));
  const file = { rules: [`${tool}(${anchor(path)})`], label: `exactly ${show(path)}` };
  if (isTooWide(folder, facts)) return [file];
  return [file, { rules: [`${tool}(${anchor(folder)}/**)`], label: `everything below ${show(folder)}` }];
}

/** An absolute path, as rules write it. */
function anchor(path: string): string {
  return `/${escapePath(path)}`;
}

/** The root, a folder right below it, the person's home and whatever holds it: nobody means all of that. */
function isTooWide(folder: string, { home }: Pick<Facts, "home">): boolean {
  return folder.split("/").length < 3 || `${home}/`.startsWith(`${folder}/`);
}

function toHost(text: string): string | null {
  return URL.parse(text.includes("://") ? text : `https://${text}`)?.hostname ?? null;
}

function show(text: string): string {
  return showText(text, 200);
}
