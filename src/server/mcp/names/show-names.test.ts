import { expect, it } from "vitest";
import type { JsonValue } from "../../../model/json.ts";
import type { Outcome } from "../../../model/outcome.ts";
import { showNames } from "./show-names.ts";
import type { ClientNames } from "./to-client-names.ts";
import { toClientNames } from "./to-client-names.ts";

const names = toClientNames(["fs.read", "plain"], { maxLength: 64 }, () => false);
const NAMES = (): Promise<ClientNames> => Promise.resolve(names);

function answer(tool: string, structured: JsonValue): Outcome {
  const content = [{ type: "text", text: JSON.stringify(structured) }] as const;
  return { tool, structured, content, status: "success" } as unknown as Outcome;
}

it("tells of tools that were found by the names of the client, in the text as in the value, and changes nothing else", async () => {
  const description = 'Say "fs.read" or fs.read';
  const found = {
    tools: [
      { name: "fs.read", description },
      { name: "plain", description },
    ],
    next: "x",
  };
  const shown = await showNames(answer("search_tools", found), NAMES);
  const expected = {
    ...found,
    tools: [
      { name: "fs_read", description },
      { name: "plain", description },
    ],
  };
  expect(shown.structured).toEqual(expected);
  expect(shown.content).toEqual([{ type: "text", text: JSON.stringify(expected) }]);
  const loaded = await showNames(answer("load_tools", { tools: ["fs.read"] }), NAMES);
  expect(loaded.structured).toEqual({ tools: ["fs_read"] });
});

it("leaves what other tools answer, and whom nothing is known of", async () => {
  const found = answer("search_tools", { tools: [{ name: "fs.read" }] });
  expect(await showNames(found, () => Promise.resolve(null))).toBe(found);
  for (const other of [answer("fs.read", { tools: ["fs.read"] }), answer("search_tools", null)]) {
    expect(await showNames(other, NAMES)).toBe(other);
  }
});
