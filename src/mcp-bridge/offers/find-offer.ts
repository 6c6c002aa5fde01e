import { fitsTemplate, toLiterals } from "./fits-template.ts";
import type { Offer, Offers } from "./offers.ts";

/**
 * What a URI means among what is offered: a resource that is listed so, else a template that it fits, the one with more
 * literal text before the others. Whatever your own servers offer comes before what those of a project do: no project takes
 * an address from them.
 */
export function findOffer(
  uri: string,
  { resources, templates }: Pick<Offers, "resources" | "templates">,
  isOwn: (server: string) => boolean,
): Offer | null {
  const best = templates.filter(({ shown }) => fitsTemplate(uri, shown)).toSorted(byLiteralText);
  const exact = resources.filter(({ shown }) => shown === uri);
  const found = [...exact, ...best];
  return found.find(({ server }) => isOwn(server)) ?? found[0] ?? null;
}

/** The beginning counts first: it is what tells whose address it is. */
function byLiteralText(one: Offer, other: Offer): number {
  const [first, second] = [measure(one.shown), measure(other.shown)];
  return second.start - first.start || second.all - first.all || (one.shown < other.shown ? -1 : 1);
}

function measure(template: string): { readonly start: number; readonly all: number } {
  const literals = toLiterals(template);
  return { start: literals[0]?.length ?? 0, all: literals.join("").length };
}
