import { performance } from "node:perf_hooks";
import { getHeapSpaceStatistics, getHeapStatistics, setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";

const LOOK_MS = 1_000;
/** Of one look to the next, how much of the time something ran. */
const BUSIEST_REST = 0.1;
const GROWN_BYTES = 4 * 1_048_576;
/** Of more it would take so long that calls that come meanwhile were held up. */
const MOST_COLLECTED_BYTES = 128 * 1_048_576;
const LOOKS_BETWEEN = 60;

/**
 * Gives memory back when the process is at rest, at most once a minute. Reading thousands of tools makes V8 double its young
 * generation up to a hundred megabytes, and while little is allocated it keeps them. Setting its limits instead would make V8
 * refuse the compiled code that was kept of an earlier start: it belongs to the settings it was made under.
 * @returns ends it
 */
export function giveMemoryBackAtRest(): () => void {
  let before = performance.eventLoopUtilization();
  let looksToWait = 0;
  const look = (): void => {
    const now = performance.eventLoopUtilization();
    const { utilization } = performance.eventLoopUtilization(now, before);
    before = now;
    looksToWait--;
    if (looksToWait > 0 || utilization > BUSIEST_REST || !hasGrown()) return;
    looksToWait = LOOKS_BETWEEN;
    if (!collectAll()) clearInterval(timer);
  };
  const timer = setInterval(look, LOOK_MS).unref();
  return () => clearInterval(timer);
}

function hasGrown(): boolean {
  const young = getHeapSpaceStatistics().find((space) => space.space_name === "new_space");
  return (young?.space_size ?? 0) > GROWN_BYTES && getHeapStatistics().used_heap_size < MOST_COLLECTED_BYTES;
}

/**
 * Some hundred milliseconds. Only a context that is made under the flag gets the function, and V8 shrinks for nothing less.
 * `false`: this V8 has none.
 */
function collectAll(): boolean {
  setFlagsFromString("--expose-gc");
  const collect = runInNewContext("globalThis.gc") as ((options: object) => void) | undefined;
  setFlagsFromString("--no-expose-gc");
  collect?.({ type: "major", execution: "sync", flavor: "last-resort" });
  return collect !== undefined;
}
