import { splitAtPlaces } from "./split-at-places.ts";
import type { ArgTemplate } from "./split-at-places.ts";

/** What a placeholder may be called. */
export const PLACEHOLDER_NAME: RegExp = /^[A-Za-z_]\w*$/;

/**
 * Reads the `${name}` places of one argument. The name is everything up to the next `}`. A lone `$` and a `${` that is
 * never closed are text, and so is the first `$` of `$${name}`.
 */
export function parseDollarTemplate(text: string): ArgTemplate {
  return splitAtPlaces(text, /\$\{([^}]*)\}/g, (name) =>
    PLACEHOLDER_NAME.test(name)
      ? null
      : `\`\${${name}}\` is no placeholder: its name needs letters, digits and _, not beginning with a digit`,
  );
}
