import { getHeapSpaceStatistics } from "node:v8";
import { giveMemoryBackAtRest } from "./rest.ts";

/** A process of its own: makes its young generation grow, rests, and prints the size before and after, in bytes. */
const youngBytes = (): number =>
  getHeapSpaceStatistics().find((space) => space.space_name === "new_space")?.space_size ?? Number.NaN;

let kept: object[] = [];
while (youngBytes() < 16_000_000) {
  kept.push({ number: kept.length, list: [kept.length] });
  if (kept.length > 500_000) kept = [];
}
const grown = youngBytes();
giveMemoryBackAtRest();
const waiting = setInterval(() => {
  if (youngBytes() > grown / 4) return;
  clearInterval(waiting);
  process.stdout.write(JSON.stringify({ grown, rested: youngBytes() }));
}, 100);
