import type { AskPerson, Question } from "../../model/question.ts";
import { createCleaner } from "../../output/text/create-cleaner.ts";
import type { Cleaner } from "../../output/text/create-cleaner.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";
import type { JsonObject } from "../../model/json.ts";

/** Questions on their way to a person, without secrets of the call in them and without what acts or hides. */
export function askScrubbed(ask: AskPerson | undefined, scrubber: Scrubber): AskPerson | undefined {
  if (ask === undefined) return undefined;
  const cleaner = createCleaner(scrubber, false);
  return (question, signal) => ask(clean(question, cleaner), signal);
}

function clean(question: Question, cleaner: Cleaner): Question {
  const message = cleaner.text(question.message);
  if (question.kind === "url") return { ...question, message, url: cleaner.text(question.url) };
  return { ...question, message, schema: cleaner.value(question.schema) as JsonObject };
}
