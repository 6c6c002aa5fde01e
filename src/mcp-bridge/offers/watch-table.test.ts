import { describe, expect, it } from "vitest";
import { createHeldClock } from "../connect/upstream.fixture.ts";
import { createWatchTable } from "./watch-table.ts";
import type { WatchTable } from "./watch-table.ts";

interface World {
  readonly table: WatchTable;
  readonly clock: ReturnType<typeof createHeldClock>;
  /** What the server was asked to speak of, each time. */
  readonly asked: string[][];
}

function create(refuses: (uri: string) => boolean = () => false, most = 3): World {
  const clock = createHeldClock();
  const asked: string[][] = [];
  const watch = (uris: ReadonlySet<string>): Promise<ReadonlySet<string>> => {
    asked.push([...uris]);
    return Promise.resolve(new Set([...uris].filter((uri) => !refuses(uri))));
  };
  return { table: createWatchTable({ clock, watch, most }), clock, asked };
}

describe("which resources of a server are watched", () => {
  it("asks of what somebody holds and a call asked for, until the last one lets go", async () => {
    const { table, asked } = create();
    const [first, second] = [table.hold("a", () => undefined), table.hold("a", () => undefined)];
    table.hold("b", () => undefined);
    expect(asked).toEqual([]);
    expect(await table.ask("a")).toBeNull();
    first();
    first();
    expect(asked).toEqual([["a"]]);
    second();
    expect(asked).toEqual([["a"], []]);
    expect(await table.ask("a")).toContain("nobody waits");
  });

  it("says why a resource is not watched, and leaves the others", async () => {
    const { table, asked } = create((uri) => uri === "b");
    for (const uri of ["a", "b"]) table.hold(uri, () => undefined);
    await table.ask("a");
    expect(await table.ask("b")).toContain("does not say");
    table.hold("c", () => undefined);
    await table.ask("c");
    expect(asked.at(-1)).toEqual(["a", "c"]);
  });

  it("watches no more than so many", async () => {
    const { table } = create(undefined, 1);
    for (const uri of ["a", "b"]) table.hold(uri, () => undefined);
    expect(await table.ask("a")).toBeNull();
    expect(await table.ask("b")).toContain("the most");
    expect(await table.ask("a")).toBeNull();
  });

  it("tells of many changes at once, of what nobody asked for nothing", async () => {
    const { table, clock } = create();
    const heard: string[] = [];
    for (const uri of ["a", "b"]) table.hold(uri, () => heard.push(uri));
    await table.ask("a");
    for (let turn = 0; turn < 1_000; turn += 1) for (const uri of ["a", "b", "c"]) table.updated(uri);
    clock.pass(20);
    expect(heard).toEqual(["a"]);
    table.updated("a");
    clock.pass(900);
    expect(heard).toEqual(["a"]);
    clock.pass(100);
    expect(heard).toEqual(["a", "a"]);
    table.updated("a");
    table.close();
    clock.pass(5_000);
    expect(heard).toEqual(["a", "a"]);
  });
});
