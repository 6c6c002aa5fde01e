import { describe, expect, it } from "vitest";
import { toStoreError } from "./to-store-error.ts";

describe("toStoreError", () => {
  it.each([
    ["EROFS", "READ_ONLY"],
    ["EIO", "UNAVAILABLE"],
  ])("says after %s how to use another folder, with the names that are read", (code, wanted) => {
    const error = toStoreError(Object.assign(new Error("cause"), { code }), "/data");
    expect(error.code).toBe(wanted);
    expect(error.hint).toContain("`data_folder` under `[storage]` in your own configuration, or TOOLGATE_HOME");
  });
});
