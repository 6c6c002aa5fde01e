import type { Texts } from "../table-schema.ts";

export const SANDBOX_TEXTS: Texts = {
  profile: "How far the program is confined. Default: what the configuration says.",
  writable: "Places that it may write besides: absolute, from the workspace, ~/… or $SESSION_DIR/….",
  readable: "Places that it may read besides.",
  network: "false: none; true: all of it; or the hosts that it may reach. Default: none where it is confined.",
  memory_mb: "Memory of each process, in MiB.",
  processes: "How many processes at once.",
  file_mb: "Size of each file that is written, in MiB.",
  cpu_seconds: "Processor time of each process.",
};

export const SHOWN_TEXTS: Texts = {
  max_model_chars: "Characters that a model gets at most; beyond, the beginning and the end are kept.",
  audience: "`both` also gives the whole text to the person. Default: model.",
};
