import { describe, expect, it } from "vitest";
import { requireNode } from "./require-node.ts";

describe("requireNode", () => {
  it.each(["22.22.0", "22.30.1", "24.0.0", "100.1.2"])("accepts %s", (version) => {
    expect(() => requireNode(version)).not.toThrow();
  });

  it.each(["20.20.2", "22.21.9", "9.99.0", ""])("refuses %j", (version) => {
    expect(() => requireNode(version)).toThrow("Node 22.22 or newer");
  });
});
