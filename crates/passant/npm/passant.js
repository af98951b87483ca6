#!/usr/bin/env node
// Starts the program `passant` of the package for this system, with the same arguments and exit code.
"use strict";

const { spawn } = require("node:child_process");
const { optionalDependencies } = require("./package.json");

const scope = "@passant-cli/";
const system = `${process.platform}-${process.arch}`;

// The exit code of the program if the system lets it do no work. 1 would mean that a case has failed.
const CANNOT_RUN = 74;

function program() {
  const file = process.platform === "win32" ? "passant.exe" : "passant";
  try {
    return require.resolve(`${scope}${system}/${file}`);
  } catch {
    return undefined;
  }
}

function advice() {
  const systems = Object.keys(optionalDependencies).map((name) => name.slice(scope.length));
  if (!systems.includes(system)) {
    return `there is no package for ${system}, only for ${systems.join(", ")}; with Rust, passant can be built from source`;
  }
  return `the package ${scope}${system} is not installed: npm leaves it out with --omit=optional`;
}

const path = program();
if (path === undefined) {
  console.error(`error: ${advice()}`);
  process.exit(CANNOT_RUN);
}
const child = spawn(path, process.argv.slice(2), { stdio: "inherit" });
child.on("error", (error) => {
  console.error(`error: ${path} cannot be started: ${error.message}`);
  process.exit(CANNOT_RUN);
});
// A terminal sends Ctrl-C to the program as well, which then writes its report.
process.on("SIGINT", () => {});
for (const signal of ["SIGHUP", "SIGTERM"]) {
  process.on(signal, () => child.kill(signal));
}
child.on("exit", (code, signal) => {
  if (signal === null) {
    process.exit(code);
  }
  // End as the program did.
  process.removeAllListeners(signal);
  process.kill(process.pid, signal);
});
