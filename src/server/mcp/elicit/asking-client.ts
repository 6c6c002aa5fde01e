import type { ClientAbilities } from "../../../model/question.ts";

/** What the client said of itself; an empty `elicitation` means forms, as in the first revision that had them. */
export function toAskingClient(capabilities: ClientCan | undefined): ClientAbilities {
  const { elicitation, sampling, roots } = capabilities ?? {};
  return {
    ...toAskingPerson(elicitation),
    sampling: isObject(sampling),
    samplingTools: isObject(sampling) && isObject(sampling["tools"]),
    roots: isObject(roots),
  };
}

/** The part of a client's capabilities that is about being asked. */
export interface ClientCan {
  readonly elicitation?: unknown;
  readonly sampling?: unknown;
  readonly roots?: unknown;
}

function toAskingPerson(elicitation: unknown): Pick<ClientAbilities, "form" | "url"> {
  if (!isObject(elicitation)) return { form: false, url: false };
  const { form, url } = elicitation;
  return { form: form !== undefined || url === undefined, url: url !== undefined };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
