/**
 * Names that other systems have for tools, and what they are called here. Left of the colon are GoClaw's own names,
 * those of coding agents, those of web applications, and ferridriver's. A GoClaw tool without a built-in counterpart stands for
 * itself, so that a tool declared under that name is what rules and groups mean.
 */
export const ALIASES: Readonly<Record<string, string>> = {
  read_file: "fs.read",
  write_file: "fs.write",
  edit: "fs.edit",
  edit_file: "fs.edit",
  "apply-patch": "apply_patch",
  apply_patch: "apply_patch",
  list_files: "fs.list",
  search: "fs.search",
  glob: "fs.glob",
  exec: "shell.exec",
  bash: "shell.exec",
  credentialed_exec: "credentialed_exec",
  web_search: "web_search",
  web_fetch: "web_fetch",
  memory_search: "memory_search",
  memory_get: "memory_get",
  sessions_list: "sessions_list",
  sessions_history: "sessions_history",
  sessions_send: "sessions_send",
  sessions_spawn: "spawn",
  spawn: "spawn",
  session_status: "session.status",
  knowledge_graph_search: "knowledge_graph_search",
  skill_search: "skill_search",
  cron: "cron",
  datetime: "datetime",
  message: "message",
  create_forum_topic: "create_forum_topic",
  team_tasks: "team_tasks",
  team_message: "team_message",
  create_image: "create_image",
  create_audio: "create_audio",
  create_video: "create_video",
  tts: "tts",
  read_image: "read_image",
  read_audio: "read_audio",
  read_document: "read_document",
  read_video: "read_video",
  use_skill: "use_skill",
  publish_skill: "publish_skill",
  openai_compat_call: "openai_compat_call",
  workspace_dir: "workspace_dir",
  browser: "browser",

  Read: "fs.read",
  Write: "fs.write",
  Edit: "fs.edit",
  Glob: "fs.glob",
  Grep: "fs.search",
  LS: "fs.list",
  Bash: "shell.exec",

  "files.read": "fs.read",
  "files.write": "fs.write",
  "files.create": "fs.create",
  "files.mkdir": "fs.mkdir",
  "files.edit": "fs.edit",
  "files.list": "fs.list",
  "files.search": "fs.search",
  "files.glob": "fs.glob",
  "files.delete": "fs.delete",
  "files.rename": "fs.rename",
  "editor.save": "fs.write",
  "editor.applyEdit": "fs.edit",
  "terminal.exec": "shell.exec",

  ferridriver_extensions: "toolgate_extensions",
};

const TABLE: ReadonlyMap<string, string> = new Map(Object.entries(ALIASES));
const NONE: readonly string[] = [];
const BY_CANONICAL: ReadonlyMap<string, readonly string[]> = new Map(
  [...Map.groupBy(TABLE, ([, canonical]) => canonical)].map(([canonical, rows]) => [
    canonical,
    rows.map(([alias]) => alias).filter((alias) => alias !== canonical),
  ]),
);

/** The name that a tool has here; a name that is no alias stands for itself. */
export function toCanonicalName(name: string): string {
  return TABLE.get(name) ?? name;
}

/** All names that mean the tool of this name, its own first. */
export function toAllNames(name: string): readonly string[] {
  return [name, ...toAliases(name)];
}

/** The other names of the tool of this name. */
export function toAliases(name: string): readonly string[] {
  return BY_CANONICAL.get(name) ?? NONE;
}
