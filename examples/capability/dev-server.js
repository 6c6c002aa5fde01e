import { defineTool } from "toolgate";

const noArguments = { type: "object", properties: {}, additionalProperties: false };
const commands = { dev: { run: "npm run dev", persistent: true, env: ["HOME"] } };

defineTool({
  name: "dev.start",
  description: "Starts the development server unless it is running, and says whether it runs",
  inputSchema: noArguments,
  exposeAsTool: true,
  allow: { commands, net: ["localhost"] },
  handler: async ({ commands }) => {
    await commands.start("dev");
    const { running, stdout } = await commands.status("dev");
    return { running, stdout };
  },
});

defineTool({
  name: "dev.stop",
  description: "Stops the development server",
  inputSchema: noArguments,
  exposeAsTool: true,
  allow: { commands, net: "none" },
  handler: async ({ commands }) => {
    await commands.stop("dev");
    return { stopped: true };
  },
});
