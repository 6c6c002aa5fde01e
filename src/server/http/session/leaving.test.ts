import { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";
import { expect, it } from "vitest";
import { createLeaving } from "./leaving.ts";

it("keeps no more calls of broken connections than it says, also while its client follows another", () => {
  const leaving = createLeaving(60_000);
  leaving.back(new ServerResponse(new IncomingMessage(new Socket())));
  const signals = Array.from({ length: 150 }, () => leaving.follow(AbortSignal.abort()));
  expect(signals.map(({ aborted }) => aborted)).toEqual(signals.map((_, index) => index < 50));
  leaving.close();
  expect(signals.every(({ aborted }) => aborted)).toBe(true);
});
