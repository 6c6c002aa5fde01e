import { standsAt, toHead, toPair } from "./anchor-index.ts";
import type { Anchor, AnchorIndex, AnchorLayer } from "./anchor-index.ts";
import type { Spans } from "./spans.ts";
import type { View } from "./view.ts";

/**
 * Adds what begins with an anchor at or after `from`, and returns the place up to which everything is decided: the end of
 * a text that is final.
 */
export function findAnchored(index: AnchorIndex, view: View, from: number, spans: Spans): number {
  const { shifts, layers } = index;
  const { text } = view;
  const length = text.length;
  let at = from + 2;
  while (at < length) {
    const second = text.charCodeAt(at - 1);
    const third = text.charCodeAt(at);
    const shift = shifts[toPair(second, third)] ?? 1;
    if (shift > 0) {
      at += shift;
      continue;
    }
    const place = at - 2;
    if (!judgeLayers(layers, toHead(text.charCodeAt(place), second, third), view, place, spans)) return place;
    at += 1;
  }
  return view.isFinal ? length : findBeginning(index, view, from);
}

/** `false`: what is not there yet decides, and nothing of the place was added. */
function judgeLayers(layers: readonly AnchorLayer[], head: number, view: View, place: number, spans: Spans): boolean {
  const held = spans.count;
  for (const { heads, buckets } of layers) {
    const bucket = heads[head & (heads.length - 1)] ?? 0;
    if (bucket === 0 || judgePlace(buckets[bucket] ?? [], view, place, spans)) continue;
    spans.dropAfter(held);
    return false;
  }
  return true;
}

function judgePlace(anchors: readonly Anchor[], view: View, place: number, spans: Spans): boolean {
  const { text, isFinal } = view;
  const left = text.length - place;
  for (const anchor of anchors) {
    const { length } = anchor.literal;
    if (!standsAt(text, place, anchor, Math.min(length, left))) continue;
    if (length > left && isFinal) continue;
    const found = length > left ? "pending" : anchor.match(view, place);
    if (found === "pending") return false;
    if (found === null) continue;
    spans.add(found.start, found.end, anchor.name);
    view.found = found;
  }
  return true;
}

/** The first of the last two places at which an anchor could begin. */
function findBeginning({ firsts, firstPairs }: AnchorIndex, { text }: View, from: number): number {
  const { length } = text;
  for (let place = Math.max(from, length - 2); place < length; place++) {
    const first = text.charCodeAt(place);
    const canBegin = place + 1 === length ? firsts[first & 127] : firstPairs[toPair(first, text.charCodeAt(place + 1))];
    if (canBegin === 1) return place;
  }
  return length;
}
