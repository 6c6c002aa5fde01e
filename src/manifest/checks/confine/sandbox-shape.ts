import { SANDBOX_PROFILES } from "../../../model/sandbox.ts";
import type { SandboxProfile } from "../../../model/sandbox.ts";
import { field } from "../../toml/fields.ts";
import type { Field } from "../../toml/fields.ts";
import { networkField } from "./network-field.ts";
import type { WrittenNetwork } from "./network-field.ts";

const TERABYTE_IN_MB = 1024 * 1024;

/** The keys of confinement, which are the same in every format and in `[[sandbox.tools]]`. */
export const SANDBOX_SHAPE: {
  readonly profile: Field<SandboxProfile>;
  readonly writable: Field<readonly string[]>;
  readonly readable: Field<readonly string[]>;
  readonly network: Field<WrittenNetwork>;
  readonly memory_mb: Field<number>;
  readonly processes: Field<number>;
  readonly file_mb: Field<number>;
  readonly cpu_seconds: Field<number>;
} = {
  profile: field.oneOf<SandboxProfile>({ values: SANDBOX_PROFILES, what: "profile", code: "unknown-profile" }),
  writable: field.strings(),
  readable: field.strings(),
  network: networkField,
  memory_mb: field.integer({ min: 16, max: TERABYTE_IN_MB }),
  processes: field.integer({ min: 1, max: 100_000 }),
  file_mb: field.integer({ min: 1, max: TERABYTE_IN_MB }),
  cpu_seconds: field.integer({ min: 1, max: 86_400 }),
};
