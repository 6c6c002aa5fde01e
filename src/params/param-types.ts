import type { ParamType } from "../model/param.ts";
import type { ParamTypeDefinition } from "./param-type.ts";
import { boolean } from "./types/boolean.ts";
import { cidr } from "./types/cidr.ts";
import { content } from "./types/content.ts";
import { credentialFile } from "./types/credential-file.ts";
import { duration } from "./types/duration.ts";
import { enumeration } from "./types/enum.ts";
import { identifier } from "./types/identifier.ts";
import { integer } from "./types/integer.ts";
import { ipAddress } from "./types/ip-address.ts";
import { json } from "./types/json.ts";
import { msfOptions } from "./types/msf-options.ts";
import { number } from "./types/number.ts";
import { path } from "./types/path.ts";
import { port } from "./types/port.ts";
import { scopeTarget } from "./types/scope-target.ts";
import { text } from "./types/text.ts";
import { url } from "./types/url.ts";

/** Every parameter type. A new type is a file in `types/` and a row here. */
export const PARAM_TYPES: { readonly [Type in ParamType]: ParamTypeDefinition<Type> } = {
  path,
  duration,
  integer,
  number,
  boolean,
  enum: enumeration,
  text,
  identifier,
  port,
  scope_target: scopeTarget,
  url,
  ip_address: ipAddress,
  cidr,
  content,
  json,
  msf_options: msfOptions,
  credential_file: credentialFile,
};
