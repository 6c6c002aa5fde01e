/** A variable that the command line reads. */
export interface EnvironmentVariable {
  readonly name: string;
  /** A few words for `--help`. */
  readonly brief: string;
  /** For the reference. */
  readonly what: string;
}

export const ENVIRONMENT: readonly EnvironmentVariable[] = [
  {
    name: "TOOLGATE_HOME",
    brief: "folder for configuration and data",
    what: "moves the configuration folder to `$TOOLGATE_HOME/config` and the data folder to `$TOOLGATE_HOME/data`",
  },
  {
    name: "XDG_CONFIG_HOME",
    brief: "where the configuration is otherwise",
    what: "where the configuration folder is otherwise: `toolgate` below it",
  },
  {
    name: "XDG_DATA_HOME",
    brief: "where the data is otherwise",
    what: "where the data folder is otherwise: `toolgate` below it",
  },
  {
    name: "TOOLGATE_TRUST",
    brief: "1 trusts the project as it is",
    what: "`1` trusts the project as it is; for automation that checked the folder itself",
  },
  {
    name: "TOOLGATE_TOKEN",
    brief: "the token that serve tells clients to use",
    what: "`serve` checks this token and prints the name of the variable instead of a token",
  },
  {
    name: "TOOLGATE_SECRETS_KEY",
    brief: "the key of sealed values, instead of a file",
    what: "64 hex digits, or base64 of 32 bytes: the key of [sealed values](../guide/secrets.md#the-key), used instead of the file `secrets.key`",
  },
  {
    name: "TOOLGATE_SECRETS_KEY_OLD",
    brief: "the key before, while keys change",
    what: "the key that values were sealed with before, until `toolgate secrets rotate` is done",
  },
  {
    name: "TOOLGATE_DEBUG",
    brief: "1 prints where an unexpected error happened",
    what: "`1` prints the stack of an unexpected error",
  },
  { name: "NO_COLOR", brief: "plain text, also in a terminal", what: "plain text, also in a terminal" },
];
