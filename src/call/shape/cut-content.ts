import type { ContentBlock } from "../../model/outcome.ts";
import { cutText } from "../../output/text/cut-text.ts";

/**
 * The parts of a result with at most `limit` characters of text in them. What comes when there is no room any more is left
 * out whole: a note for each of many short parts would be longer than they are. `rest` says where all of it is.
 */
export function cutContent(blocks: readonly ContentBlock[], limit: number, rest: string): readonly ContentBlock[] {
  let room = limit;
  let dropped = 0;
  let characters = 0;
  const kept = blocks.flatMap((part): readonly ContentBlock[] => {
    const whole = textOf(part);
    if (whole === "") return [part];
    if (room > 0) {
      const text = cutText(whole, room, rest);
      room = Math.max(0, room - text.length);
      return [withText(part, text)];
    }
    dropped += 1;
    characters += whole.length;
    return [];
  });
  if (dropped === 0) return kept;
  const parts = dropped === 1 ? "part" : "parts";
  const note = `\n[... ${dropped} more ${parts} with ${characters} characters left out here; ${rest}]\n`;
  return [...kept, { type: "text", text: note }];
}

/** What of a part counts; links and data do not. */
function textOf(part: ContentBlock): string {
  if (part.type === "text") return part.text;
  return part.type === "resource" ? (part.resource.text ?? "") : "";
}

function withText(part: ContentBlock, text: string): ContentBlock {
  if (part.type === "text") return { ...part, text };
  return part.type === "resource" ? { ...part, resource: { ...part.resource, text } } : part;
}
