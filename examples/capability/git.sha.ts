declare const defineTool: (manifest: object) => void;

/** What Toolgate hands to a handler, as far as this file uses it. */
interface Context {
  readonly args: { readonly repo: string };
  readonly commands: { run(name: string, values: object): Promise<string> };
}

defineTool({
  name: "git.sha",
  description: "The commit that a git repository is at",
  inputSchema: {
    type: "object",
    properties: { repo: { type: "string", description: "Folder of the repository" } },
    required: ["repo"],
    additionalProperties: false,
  },
  outputSchema: {
    type: "object",
    properties: { sha: { type: "string", pattern: "^[0-9a-f]{40,64}$" } },
    required: ["sha"],
  },
  effect: "read",
  exposeAsTool: true,
  allow: {
    commands: { headSha: { run: ["git", "-C", "${repo}", "rev-parse", "HEAD"], timeoutMs: 10_000 } },
    net: "none",
  },
  handler: async ({ args, commands }: Context) => ({ sha: await commands.run("headSha", { repo: args.repo }) }),
});
