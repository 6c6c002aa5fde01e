import { HTTP_METHODS } from "../../../model/backend.ts";
import type { HttpBackend, HttpMethod } from "../../../model/backend.ts";
import type { ManifestOptions, PlacedDraft } from "../../manifest.ts";
import { field, required } from "../../toml/fields.ts";
import type { Field, TableSource } from "../../toml/fields.ts";
import { addError } from "../../toml/issue-log.ts";
import type { IssueLog } from "../../toml/issue-log.ts";
import { readTable } from "../../toml/table-reader.ts";
import { readArgs } from "../read-args.ts";
import type { FileTable } from "../shape.ts";
import { toDeclaredNames } from "../tool/declared-names.ts";
import { readToolOutput } from "../tool/read-tool-output.ts";
import { toDraft } from "../tool/to-draft.ts";
import type { ToolHeader } from "../tool/tool-header.ts";
import { checkSecrets } from "./check-secrets.ts";
import type { HttpNames } from "./http-names.ts";
import { readBody } from "./read-body.ts";
import { readHeaders } from "./read-headers.ts";
import { checkDisjoint, statusList } from "./read-status.ts";
import { readUrl } from "./read-url.ts";

/** The keys of `[http]`. */
export const HTTP_SHAPE: {
  readonly method: Field<HttpMethod>;
  readonly url: Field<string>;
  readonly headers: Field<TableSource>;
  readonly body_template: Field<string>;
  readonly success_status: Field<readonly number[]>;
  readonly error_status: Field<readonly number[]>;
} = {
  method: field.oneOf<HttpMethod>({ values: HTTP_METHODS, what: "method", code: "unknown-method" }),
  url: required(field.string(), 'Add a line like `url = "https://api.example.com/v1/items/{id}"`.'),
  headers: field.table(),
  body_template: field.string(),
  success_status: statusList,
  error_status: statusList,
};

/** Reads a tool that is one HTTP request. */
export function readHttp(
  file: FileTable,
  header: ToolHeader,
  log: IssueLog,
  options: ManifestOptions,
): readonly PlacedDraft[] {
  const params = readArgs(file.args, log, options);
  const output = readToolOutput(file, "expected", log, options);
  if (file.http === undefined) return [];
  const names: HttpNames = { params, declared: toDeclaredNames(file.args), used: new Set(), secrets: new Set() };
  const backend = readRequest(file.http, names, log);
  for (const name of names.declared.filter((known) => !names.used.has(known))) {
    const message = `the argument \`${name}\` is declared but never used in [http]`;
    const place = { path: ["args", name], part: "key" } as const;
    addError(log, "unused-param", place, message, `Write {${name}} where its value belongs, or delete it.`);
  }
  return backend === null ? [] : [{ draft: toDraft(header, { params, backend, output }), place: null }];
}

function readRequest(source: TableSource, names: HttpNames, log: IssueLog): HttpBackend | null {
  const read = readTable(source, HTTP_SHAPE, log);
  const { method = "GET", success_status: successStatus = [], error_status: errorStatus = [] } = read;
  const place = { path: [...source.path, "url"], part: "value" } as const;
  const url = read.url === undefined ? null : readUrl(read.url, place, names, log);
  const headers = readHeaders(read.headers, names, log);
  const body = readBody(read.body_template, { method, headers }, names, log);
  checkDisjoint(successStatus, errorStatus, log);
  if (url === null) return null;
  checkSecrets(url, names, log);
  return { kind: "http", method, url, headers, body, successStatus, errorStatus };
}
