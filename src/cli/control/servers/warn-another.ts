import { escapeLine } from "../../output/text/escape.ts";

/** Of a server that says of itself what nobody accepted: the numbers of its tools alone would look well. */
export function warnAnother(name: string): string {
  const shown = escapeLine(name);
  return `! \`${shown}\` is not the server whose tools were accepted, so none can be used: \`toolgate pin diff ${shown}\` shows what it says of itself.`;
}
