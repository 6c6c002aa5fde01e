/** What an application may declare over one connection. Sizes are bytes of JSON in UTF-8. */
export const AGENT_TOOL_LIMITS: {
  readonly maxTools: number;
  readonly maxDefinitionBytes: number;
  readonly maxMessageBytes: number;
  readonly maxDescriptionBytes: number;
  /** Objects and lists inside each other, counted from the definition. */
  readonly maxDepth: number;
} = {
  maxTools: 256,
  maxDefinitionBytes: 64 * 1024,
  maxMessageBytes: 1024 * 1024,
  maxDescriptionBytes: 4 * 1024,
  maxDepth: 32,
};
