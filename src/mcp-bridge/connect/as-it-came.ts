import type { StandardSchemaV1 } from "@modelcontextprotocol/client";

type Result = Readonly<Record<string, unknown>>;

/** Lets the library hand a result on as it came: Toolgate looks at it itself. */
export const AS_IT_CAME: StandardSchemaV1<unknown, Result> = {
  "~standard": { version: 1, vendor: "toolgate", validate: (value) => ({ value: value as Result }) },
};
