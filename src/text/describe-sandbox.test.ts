import { expect, it } from "vitest";
import { NO_RESOURCE_LIMITS } from "../model/sandbox.ts";
import type { PlannedSandbox } from "../model/sandbox.ts";
import { describeSandbox } from "./describe-sandbox.ts";

const BASE: PlannedSandbox = {
  profile: "workspace",
  engine: "bubblewrap",
  image: null,
  writable: [],
  readable: [],
  network: { kind: "none" },
  limits: NO_RESOURCE_LIMITS,
};

it.each([
  [undefined, "not confined"],
  [null, "not confined"],
  [{}, "confined (workspace; no network)"],
  [{ network: { kind: "all" } }, "confined (workspace; all of the network)"],
  [{ network: { kind: "hosts", hosts: ["a.example", "b\u202e"] } }, "confined (workspace; only a.example, b\\u202e)"],
  [
    { network: { kind: "hosts", hosts: ["1", "2", "3", "4", "5", "6", "7"] } },
    "confined (workspace; only 1, 2, 3, 4, 5, 2 more hosts)",
  ],
  [{ engine: "podman", image: "x" }, "confined (workspace; podman x; no network)"],
  [
    { limits: { memoryBytes: 2 ** 29, processes: 64, fileBytes: 2 ** 20, cpuSeconds: 5 } },
    "confined (workspace; no network; at most 512 MiB of memory, 64 processes, files of 1 MiB, 5 s of processor time)",
  ],
  [
    { missing: ["/w/out", "/w/\u202e"] },
    "confined (workspace; no network; left out, since it is not there: /w/out, /w/\\u202e)",
  ],
  [
    { missing: ["1", "2", "3", "4", "5", "6"] },
    "confined (workspace; no network; left out, since it is not there: 1, 2, 3, 4, 5, 1 more places)",
  ],
] as const)("%#", (changes, text) => {
  expect(describeSandbox(changes == null ? changes : { ...BASE, ...changes })).toBe(text);
});
