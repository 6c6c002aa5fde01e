import type { JsonObject } from "./json.ts";
import type { ClientAbilities } from "./question.ts";

/** What clients and servers declare that know tasks. */
export const TASKS_EXTENSION = "io.modelcontextprotocol/tasks";
/** The same as a capability. */
export const TASK_CAPABILITY: JsonObject = { extensions: { [TASKS_EXTENSION]: {} } };

/** What a client can answer, from what it said of itself. An empty `elicitation` means forms, as in the first revision that had them. */
export function toAbilities(capabilities: unknown): ClientAbilities {
  const { elicitation, sampling, roots } = isObject(capabilities) ? capabilities : {};
  return {
    ...toPerson(elicitation),
    sampling: isObject(sampling),
    samplingTools: isObject(sampling) && isObject(sampling["tools"]),
    roots: isObject(roots),
  };
}

/** The same as a client says it. */
export function toCapabilities({ form, url, sampling, samplingTools, roots }: Partial<ClientAbilities>): JsonObject {
  const elicitation = { ...(form === true ? { form: {} } : {}), ...(url === true ? { url: {} } : {}) };
  return {
    ...(form === true || url === true ? { elicitation } : {}),
    ...(sampling === true ? { sampling: samplingTools === true ? { tools: {} } : {} } : {}),
    ...(roots === true ? { roots: {} } : {}),
  };
}

function toPerson(elicitation: unknown): Pick<ClientAbilities, "form" | "url"> {
  if (!isObject(elicitation)) return { form: false, url: false };
  const { form, url } = elicitation;
  return { form: form !== undefined || url === undefined, url: url !== undefined };
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
