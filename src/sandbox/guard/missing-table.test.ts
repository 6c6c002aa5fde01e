import { expect, it } from "vitest";
import { createMissingTable } from "./missing-table.ts";

it("refuses what appeared while a program runs that may have made it", () => {
  const table = createMissingTable();
  const leave = table.enter(["/w/.git", "/w/x"], (path) => (path === "/w/x" ? "folder" : "missing"));
  expect(() => table.enter(["/w/x"], () => "folder")).not.toThrow();
  expect(() => table.enter(["/w/.git"], () => "folder")).toThrow("appeared");
  expect(() => table.enter(["/w/.git"], () => "link")).toThrow("appeared");
  const leaveOther = table.enter(["/w/.git"], () => "missing");
  leave();
  leave();
  expect(() => table.enter(["/w/.git"], () => "folder")).toThrow("appeared");
  leaveOther();
  expect(() => table.enter(["/w/.git"], () => "folder")).not.toThrow();
});
