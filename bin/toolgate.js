#!/usr/bin/env node
/* eslint-disable @typescript-eslint/no-require-imports -- CommonJS, so that a Node too old for the rest can read it */
"use strict";

// Nothing else may be imported before the version is known: on an old Node the database module crashes the process.
const fs = require("fs");
const path = require("path");

const NEEDED = [22, 22];
/** For what still holds the process when all of its own is closed, such as a pipe that it reads. */
const LONGEST_END_MS = 300;
const LONGEST_WRITE_MS = 2000;
const root = path.resolve(__dirname, "..");

main(process.argv.slice(2));

function main(args) {
  if (args[0] === "--version" || args[0] === "-V") {
    process.stdout.write(require("../package.json").version + "\n");
    return;
  }
  if (!isRecent(process.versions.node)) return relaunch(args);
  // The mark is for this process only; what it starts must not see it.
  delete process.env.TOOLGATE_RELAUNCHED;
  start(args);
}

function isRecent(version) {
  const parts = version.split(".").map(Number);
  return parts[0] > NEEDED[0] || (parts[0] === NEEDED[0] && parts[1] >= NEEDED[1]);
}

function start(args) {
  const entry = path.join(root, "dist", "program", "main.js");
  if (!fs.existsSync(entry)) {
    fail("this copy is not built yet: " + entry + " is missing.", "Run `npm run build` in " + root + ".");
    return;
  }
  const isLong = args.indexOf("serve") !== -1;
  cacheCompiledCode();
  if (answersHook(args)) return;
  require(entry)
    .runCli(args)
    .then(function (code) {
      exitOnceWritten(code, isLong);
    });
}

/** An agent waits for each answer of its hook: these few files are all that it needs while a gateway runs. */
function answersHook(args) {
  if (args[0] !== "hook") return false;
  const answer = require(path.join(root, "dist", "cli", "hook", "start-hook.js")).startHook(args.slice(1));
  if (answer !== null) {
    answer.then(function (code) {
      exitOnceWritten(code, false);
    });
  }
  return answer !== null;
}

/**
 * A slow reader of a pipe gets everything: `process.exit` would drop what is still waiting to be written. Only a gateway, which
 * has to end when it is told to, does not wait for ever for a client that reads no more.
 */
function exitOnceWritten(code, isLong) {
  const exit = function () {
    (isLong ? endWithoutWork : process.exit)(code);
  };
  process.stdout.on("error", exit);
  process.stdout.write("", exit);
  if (isLong) setTimeout(exit, LONGEST_WRITE_MS).unref();
}

/**
 * In a process that ran for long, `process.exit` now and then never ends: it waits for a thread that compiles, which waits
 * for memory that only this one could free (nodejs/node#54918). Where nothing is left to do, Node ends without that.
 */
function endWithoutWork(code) {
  process.exitCode = code;
  setTimeout(process.exit, LONGEST_END_MS, code).unref();
}

/** Node's own default is a folder in the shared /tmp, where another user could plant code; this one is private. */
function cacheCompiledCode() {
  const enable = require("module").enableCompileCache;
  const home = process.env.TOOLGATE_HOME;
  const cache = process.env.XDG_CACHE_HOME || (process.env.HOME && path.join(process.env.HOME, ".cache"));
  const base = home ? path.join(home, "cache") : cache && path.join(cache, "toolgate");
  if (typeof enable !== "function" || !base || !path.isAbsolute(base)) return;
  const folder = path.join(base, "compiled");
  try {
    fs.mkdirSync(folder, { recursive: true, mode: 0o700 });
    const found = fs.lstatSync(folder);
    const isOurs = found.isDirectory() && (!process.getuid || found.uid === process.getuid());
    if (isOurs && (found.mode & 0o022) === 0) enable(folder);
  } catch {
    // Only a speed-up: a read-only home must not keep anything from running.
  }
}

function relaunch(args) {
  const node = process.env.TOOLGATE_RELAUNCHED ? null : findNode();
  if (node === null) {
    fail(
      "Node " + NEEDED.join(".") + " or newer is needed; this is Node " + process.versions.node + ".",
      "Install a newer Node, or put one beside Toolgate: `npm install --save-dev node@24` in " +
        projectOf(root) +
        ", or `npx --package node@24 --package toolgate toolgate …`.",
    );
    return;
  }
  const env = Object.assign({}, process.env, { TOOLGATE_RELAUNCHED: "1" });
  const signals = ["SIGTERM", "SIGINT", "SIGHUP"];
  const forward = function (signal) {
    child.kill(signal);
  };
  // Before the child is there, so that no moment is left in which a signal would end only this process.
  signals.forEach(function (signal) {
    process.on(signal, forward);
  });
  const child = require("child_process").spawn(node, [__filename].concat(args), { stdio: "inherit", env: env });
  child.on("error", function (error) {
    fail("could not start " + node + ": " + error.message, "Install Node " + NEEDED.join(".") + " or newer.");
  });
  child.on("exit", function (code, signal) {
    signals.forEach(function (name) {
      process.removeListener(name, forward);
    });
    if (signal === null) process.exit(code);
    process.kill(process.pid, signal);
  });
}

/**
 * A `node` package installed where Toolgate itself would find its dependencies. The current folder is not searched:
 * a cloned project could plant a program there that would run before anybody trusted it.
 */
function findNode() {
  for (let folder = root; ; folder = path.dirname(folder)) {
    const found = path.join(folder, "node_modules", "node");
    const binary = path.join(found, "bin", "node");
    if (fs.existsSync(binary) && isRecent(packageVersion(found))) return binary;
    if (path.dirname(folder) === folder) return null;
  }
}

function packageVersion(folder) {
  try {
    return String(JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).version);
  } catch {
    return "0.0";
  }
}

/** The folder that a person would run `npm install` in: the one that owns the `node_modules` Toolgate is in. */
function projectOf(folder) {
  const at = folder.lastIndexOf(path.sep + "node_modules" + path.sep);
  return at === -1 ? folder : folder.slice(0, at);
}

function fail(message, hint) {
  process.stderr.write("toolgate: " + message + "\n  " + hint + "\n");
  process.exitCode = 2;
}
