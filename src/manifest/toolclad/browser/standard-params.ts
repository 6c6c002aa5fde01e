import type { ParamSpec } from "../../../model/param.ts";

interface Common {
  readonly description: string;
  /** A default makes the parameter optional. */
  readonly default?: string | number;
  /** @default true, unless there is a default */
  readonly required?: boolean;
}

/** A text that a page or a person may have written: any characters, checked by the page and not by a shell. */
export function text(name: string, position: number, about: Common): ParamSpec {
  return {
    ...common(name, position, about),
    type: "text",
    pattern: null,
    refuseMetacharacters: false,
    allowEmpty: false,
  };
}

export function selector(position = 0, required = true): ParamSpec {
  return text("selector", position, { description: "CSS selector of the element.", required });
}

export function url(name: string, description: string): ParamSpec {
  return { ...common(name, 0, { description }), type: "url", schemes: ["http", "https"], scopeCheck: false };
}

export function integer(
  name: string,
  position: number,
  [min, max]: readonly [number, number],
  about: Common,
): ParamSpec {
  return { ...common(name, position, about), type: "integer", min, max, clamp: false };
}

export function choice(name: string, values: readonly string[], description: string): ParamSpec {
  return { ...common(name, 0, { description }), type: "enum", values };
}

function common(name: string, position: number, about: Common): Omit<Extract<ParamSpec, { type: "port" }>, "type"> {
  return {
    name,
    description: about.description,
    required: about.required ?? about.default === undefined,
    default: about.default,
    position,
    allowLeadingDash: true,
  };
}
