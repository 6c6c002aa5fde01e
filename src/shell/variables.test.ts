import { describe, expect, it } from "vitest";
import { isSafeVariable, isScriptVariable, isUnsafeVariable } from "./variables.ts";

describe("variables", () => {
  it.each([
    ["LANG", "safe"],
    ["LC_ALL", "safe"],
    ["TZ", "safe"],
    ["NODE_ENV", "safe"],
    ["PYTHONUNBUFFERED", "safe"],
    ["LC_all", "other"],
    ["PATH", "unsafe"],
    ["LD_PRELOAD", "unsafe"],
    ["DYLD_INSERT_LIBRARIES", "unsafe"],
    ["BASH_ENV", "unsafe"],
    ["IFS", "unsafe"],
    ["HOME", "unsafe"],
    ["GIT_SSH_COMMAND", "unsafe"],
    ["NODE_OPTIONS", "unsafe"],
    ["NPM_CONFIG_REGISTRY", "unsafe"],
    ["npm_config_registry", "unsafe"],
    ["PYTHONPATH", "unsafe"],
    ["PERL5LIB", "unsafe"],
    ["RUBYOPT", "unsafe"],
    ["JAVA_TOOL_OPTIONS", "unsafe"],
    ["http_proxy", "unsafe"],
    ["ALL_PROXY", "unsafe"],
    ["PAGER", "unsafe"],
    ["LESSOPEN", "unsafe"],
    ["FOO", "other"],
    ["foo", "script"],
    ["i", "script"],
    ["Foo", "other"],
    ["MY_PATH", "other"],
  ])("takes %s for %s", (name, expected) => {
    const kind = isSafeVariable(name)
      ? "safe"
      : isUnsafeVariable(name)
        ? "unsafe"
        : isScriptVariable(name)
          ? "script"
          : "other";
    expect(kind).toBe(expected);
  });
});
