import { splitAtPlaces } from "./split-at-places.ts";
import type { ArgTemplate } from "./split-at-places.ts";

/**
 * Reads the placeholders of one argument: `{{name}}` (spaces around the name ignored) in the double style, `{name}` of
 * letters, digits and `_` in the single style. Braces that form no placeholder are literal text.
 */
export function parseArgTemplate(text: string, style: "double" | "single"): ArgTemplate {
  const places = style === "double" ? /\{\{([^{}]*)\}\}/g : /\{(\w+)\}/g;
  return splitAtPlaces(text, places, (name, place) =>
    name.trim() === "" ? `Expected a parameter name between {{ and }}, got ${JSON.stringify(place)}.` : null,
  );
}
