/**
 * The groups and profiles of GoClaw, as its page prints them. Members are that system's names; `aliases.ts` says what
 * they are called here. `goclaw` stands for all members together.
 */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  fs: ["read_file", "write_file", "list_files", "edit", "search", "glob"],
  runtime: ["exec", "credentialed_exec"],
  web: ["web_search", "web_fetch"],
  memory: ["memory_search", "memory_get"],
  sessions: ["sessions_list", "sessions_history", "sessions_send", "spawn", "session_status"],
  knowledge: ["knowledge_graph_search", "skill_search"],
  automation: ["cron", "datetime"],
  messaging: ["message", "create_forum_topic"],
  // Its one tool was removed there; the work goes through `teams`.
  delegation: [],
  teams: ["team_tasks", "team_message"],
  media_gen: ["create_image", "create_audio", "create_video", "tts"],
  media_read: ["read_image", "read_audio", "read_document", "read_video"],
  skills: ["use_skill", "publish_skill"],
  ui: ["browser"],
};

/** Other spellings of group names. */
export const GROUP_ALIASES: Readonly<Record<string, string>> = { team: "teams" };

/** Native tools that the page puts into no group but `goclaw`. */
export const UNGROUPED: readonly string[] = ["openai_compat_call", "workspace_dir"];

/** What each profile lets through: groups, and tools by name; `null` is everything. */
export const PROFILES: Readonly<Record<string, readonly string[] | null>> = {
  full: null,
  minimal: ["session_status"],
  coding: [
    "group:fs",
    "group:runtime",
    "group:sessions",
    "group:memory",
    "group:web",
    "group:knowledge",
    "group:media_gen",
    "group:media_read",
    "group:skills",
  ],
  messaging: ["group:messaging", "group:web", "group:sessions", "group:media_read", "skill_search"],
};
