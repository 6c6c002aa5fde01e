import type { ParamSpec } from "../../../model/param.ts";
import { showText } from "../../../text/show-text.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import type { TomlPath } from "../../toml/toml-document.ts";

/** The author's version of a standard parameter, or `null` after saying why it cannot be one. */
export function narrowParam(own: ParamSpec, standard: ParamSpec, path: TomlPath, log: IssueLog): ParamSpec | null {
  const problem = findProblem(own, standard);
  if (problem !== null) {
    const key = problem.key ?? "type";
    addError(log, "incompatible-arg", { path: [...path, key], part: "value" }, problem.message, problem.hint);
    return null;
  }
  // What is asked of the browser needs no shell rules, and a bound that is not said is the usual one.
  const described = { description: own.description ?? standard.description };
  if (own.type === "integer" && standard.type === "integer") {
    return { ...own, ...described, min: own.min ?? standard.min, max: own.max ?? standard.max };
  }
  return { ...own, ...described };
}

interface Problem {
  readonly message: string;
  readonly hint: string;
  /** @default type */
  readonly key?: string;
}

function findProblem(own: ParamSpec, standard: ParamSpec): Problem | null {
  const name = `\`${own.name}\``;
  if (standard.required && !own.required && own.default === undefined) {
    const message = `the command cannot work without ${name}`;
    return { message, hint: "Add `required = true`, or a `default`.", key: "required" };
  }
  switch (standard.type) {
    case "url":
      return findUrlProblem(own);
    case "integer":
      return findIntegerProblem(own, standard);
    case "enum":
      return findEnumProblem(own, standard.values);
    default:
      if (own.type === "text" || own.type === "enum") return null;
      return { message: `${name} is a text, so it cannot be of the type \`${own.type}\``, hint: "Use string or enum." };
  }
}

function findUrlProblem(own: ParamSpec): Problem | null {
  if (own.type === "url") {
    const other = own.schemes.find((scheme) => scheme !== "http" && scheme !== "https");
    if (other === undefined) return null;
    const message = `a page is opened over http or https, not over ${showText(other)}`;
    return { message, hint: "Leave only http and https.", key: "schemes" };
  }
  if (own.type !== "enum") {
    const message = `\`${own.name}\` is a URL, so it cannot be of the type \`${own.type}\``;
    return { message, hint: "Use url, or an enum of URLs." };
  }
  const other = own.values.find((value) => !/^https?:\/\//.test(value));
  if (other === undefined) return null;
  return { message: `"${showText(other)}" is not a URL`, hint: "List absolute http or https URLs.", key: "allowed" };
}

function findIntegerProblem(own: ParamSpec, standard: Extract<ParamSpec, { type: "integer" }>): Problem | null {
  const { min, max } = standard;
  if (own.type !== "integer" || min === null || max === null) {
    const message = `\`${own.name}\` is a whole number, so it cannot be of the type \`${own.type}\``;
    return { message, hint: "Use integer." };
  }
  const range = `from ${min} to ${max}`;
  const hint = "Declare a range inside that one.";
  if (own.min !== null && (own.min < min || own.min > max)) {
    return { message: `\`${own.name}\` goes ${range}, so it cannot begin at ${own.min}`, hint, key: "min" };
  }
  if (own.max !== null && (own.max > max || own.max < min)) {
    return { message: `\`${own.name}\` goes ${range}, so it cannot end at ${own.max}`, hint, key: "max" };
  }
  return findDefaultProblem(own, [min, max]);
}

/** A default was checked against the author's own bounds only, and those may have been left to us. */
function findDefaultProblem(own: ParamSpec, [min, max]: readonly [number, number]): Problem | null {
  const value = Number(own.default ?? min);
  if (value >= min && value <= max) return null;
  const message = `\`${own.name}\` goes from ${min} to ${max}, so it cannot be ${value}`;
  return { message, hint: "Give another default.", key: "default" };
}

function findEnumProblem(own: ParamSpec, values: readonly string[]): Problem | null {
  if (own.type !== "enum") {
    const message = `\`${own.name}\` is one of ${values.join(", ")}, so it cannot be of the type \`${own.type}\``;
    return { message, hint: "Use enum with some of these." };
  }
  const other = own.values.find((value) => !values.includes(value));
  if (other === undefined) return null;
  const message = `\`${own.name}\` can never be "${showText(other)}"`;
  return { message, hint: `Its values: ${values.join(", ")}.`, key: "allowed" };
}
