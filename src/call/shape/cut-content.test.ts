import { expect, it } from "vitest";
import type { ContentBlock } from "../../model/outcome.ts";
import { cutContent } from "./cut-content.ts";

const text = (value: string): ContentBlock => ({ type: "text", text: value });
const resource = (value: string): ContentBlock => ({ type: "resource", resource: { uri: "x:y", text: value } });
const LINK: ContentBlock = { type: "resource_link", uri: "x:z", name: "z" };

it("leaves what fits as it is", () => {
  const parts = [text("abc"), resource("def"), LINK, text("")];
  expect(cutContent(parts, 6, "x")).toEqual(parts);
});

it("says once of many parts that they were left out, however short they are", () => {
  const parts = [text("a".repeat(300)), ...Array.from({ length: 1000 }, () => text("b")), LINK, resource("cc")];
  const cut = cutContent(parts, 200, "all of it is in /e");
  expect(cut).toEqual([
    text(
      expect.stringMatching(/^a+\n\[\.\.\. \d+ of 300 characters left out here; all of it is in \/e\]\n$/) as string,
    ),
    LINK,
    text("\n[... 1001 more parts with 1002 characters left out here; all of it is in /e]\n"),
  ]);
});
