import type { CallEvent } from "../../model/call.ts";
import type { JsonObject } from "../../model/json.ts";
import type { Answer, AskClient, Question } from "../../model/question.ts";
import { createCleaner } from "../../output/text/create-cleaner.ts";
import type { Cleaner } from "../../output/text/create-cleaner.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";
import { showText } from "../../text/show-text.ts";
import { cleanMessage, cleanMessages } from "./clean-messages.ts";

/**
 * Questions on their way to a client, without secrets of the call in them and without what acts or hides; and on the way back,
 * what a model or a program says without secrets. What a person writes is theirs, and stays.
 */
export function askScrubbed(
  ask: AskClient | undefined,
  scrubber: Scrubber,
  onEvent: ((event: CallEvent) => void) | undefined,
): AskClient | undefined {
  if (ask === undefined) return undefined;
  const shown = createCleaner(scrubber, false);
  const exact = createCleaner(scrubber, true);
  return async (question, signal) => {
    if (question.kind === "sampling") onEvent?.(announce(question));
    return cleanAnswer(question, await ask(clean(question, shown), signal), exact);
  };
}

/** The messages stay what the asker wrote; that they are not the client's own is said beside them. */
function announce({ server }: Question): CallEvent {
  const who = server === null ? "Toolgate" : showText(server, 100);
  return { kind: "log", level: "notice", logger: "toolgate", data: `${who} asks the model of this client` };
}

function clean(whole: Question, cleaner: Cleaner): Question {
  const question = { ...whole, key: cleanKey(whole.key, cleaner) };
  switch (question.kind) {
    case "form": {
      const schema = cleaner.value(question.schema) as JsonObject;
      return { ...question, message: cleaner.text(question.message), schema };
    }
    case "url":
      return { ...question, message: cleaner.text(question.message), url: cleaner.text(question.url) };
    case "sampling":
      return { ...question, params: cleanMessages(question.params, cleaner) };
    case "roots":
      return question;
  }
}

/** A name with something in it that has to go is none: the client gets another. */
function cleanKey(key: string | undefined, cleaner: Cleaner): string | undefined {
  return key !== undefined && cleaner.text(key) === key ? key : undefined;
}

function cleanAnswer(question: Question, answer: Answer, cleaner: Cleaner): Answer {
  if (answer.action !== "accept") return answer;
  switch (question.kind) {
    case "sampling":
      return { ...answer, content: cleanMessage(answer.content, cleaner) };
    case "roots":
      return { ...answer, content: cleaner.value(answer.content) as JsonObject };
    case "form":
    case "url":
      return answer;
  }
}
