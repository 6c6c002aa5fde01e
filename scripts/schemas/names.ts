type Named =
  "arg" | "command" | "placeholder" | "customType" | "service" | "entityType" | "header" | "server" | "secret";

/** What things inside a file may be called; the readers say the same, and a test compares the two. */
export const NAMES: Readonly<Record<Named, RegExp>> = {
  /** `[args.NAME]` of ToolClad. */
  arg: /^[A-Za-z0-9]\w{0,63}$/,
  /** `[session.commands.NAME]` and `[browser.commands.NAME]`. */
  command: /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/,
  /** `[command.conditionals.NAME]` and keys of `[command.defaults]`. */
  placeholder: /^\w{1,64}$/,
  /** `[types.NAME]` of `toolclad.toml`. */
  customType: /^[A-Za-z][\w-]{0,63}$/,
  /** `[browser.auth_flows.NAME]`. */
  service: /^[A-Za-z0-9][\w.-]{0,63}$/,
  /** Of Cedar. */
  entityType: /^[A-Za-z_]\w*(::[A-Za-z_]\w*)*$/,
  header: /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,100}$/,
  server: /^[A-Za-z0-9][A-Za-z0-9_.-]{0,63}$/,
  secret: /^[A-Za-z0-9_]{1,64}$/,
};

/** MAJOR.MINOR.PATCH with the parts that may follow. */
export const SEMVER: RegExp =
  /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)(-(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*)(\.(0|[1-9]\d*|\d*[A-Za-z-][\dA-Za-z-]*))*)?(\+[\dA-Za-z-]+(\.[\dA-Za-z-]+)*)?$/;
