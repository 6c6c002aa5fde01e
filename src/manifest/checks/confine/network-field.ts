import { showText } from "../../../text/show-text.ts";
import { field, reportType } from "../../toml/fields.ts";
import type { Field } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import { isHostEntry } from "./host-entry.ts";

/** `false`: none; `true`: all of it; else the hosts. */
export type WrittenNetwork = boolean | readonly string[];

/** Reads `network`; each host is checked. */
export const networkField: Field<WrittenNetwork> = {
  required: false,
  hint: null,
  read: (value, path, log) => {
    if (typeof value === "boolean") return value;
    if (!Array.isArray(value)) {
      reportType("true, false or a list of hosts", value, path, log);
      return undefined;
    }
    const hosts = field.strings().read(value, path, log);
    for (const [index, host] of (hosts ?? []).entries()) {
      if (isHostEntry(host)) continue;
      const message = `\`${showText(host)}\` is no host such as api.example.com, *.example.com or an address`;
      addError(log, "bad-host", { path: [...path, index], part: "value" }, message, "Leave out scheme, port and path.");
    }
    return hosts;
  },
  schema: () => ({ type: ["boolean", "array"], items: { type: "string" } }),
};
