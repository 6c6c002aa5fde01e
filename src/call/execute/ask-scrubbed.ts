import type { AskClient, Question } from "../../model/question.ts";
import { createCleaner } from "../../output/text/create-cleaner.ts";
import type { Cleaner } from "../../output/text/create-cleaner.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";
import type { JsonObject } from "../../model/json.ts";

/** Questions on their way to a client, without secrets of the call in them and without what acts or hides. */
export function askScrubbed(ask: AskClient | undefined, scrubber: Scrubber): AskClient | undefined {
  if (ask === undefined) return undefined;
  const cleaner = createCleaner(scrubber, false);
  return (question, signal) => ask(clean(question, cleaner), signal);
}

function clean(question: Question, cleaner: Cleaner): Question {
  switch (question.kind) {
    case "form": {
      const schema = cleaner.value(question.schema) as JsonObject;
      return { ...question, message: cleaner.text(question.message), schema };
    }
    case "url":
      return { ...question, message: cleaner.text(question.message), url: cleaner.text(question.url) };
    case "sampling":
      return { ...question, params: cleaner.value(question.params) as JsonObject };
    case "roots":
      return question;
  }
}
