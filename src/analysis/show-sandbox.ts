import type { ResourceLimits, SandboxNetwork, SandboxSpec } from "../model/sandbox.ts";

const MEBIBYTE = 1024 * 1024;

/** What a declaration asks of confinement, in a few words each; nothing where it leaves all to the configuration. */
export function showSandbox(sandbox: SandboxSpec | null | undefined): readonly string[] {
  if (sandbox == null) return [];
  const { profile, writable, readable, network, limits } = sandbox;
  return [
    ...(profile === null ? [] : [`profile ${profile}`]),
    ...(writable.length === 0 ? [] : [`writes ${writable.join(", ")}`]),
    ...(readable.length === 0 ? [] : [`reads ${readable.join(", ")}`]),
    ...(network === null ? [] : [showNetwork(network)]),
    ...showLimits(limits),
  ];
}

function showNetwork(network: SandboxNetwork): string {
  if (network.kind === "hosts") return `network to ${network.hosts.join(", ")}`;
  return network.kind === "all" ? "all of the network" : "no network";
}

function showLimits({ memoryBytes, processes, fileBytes, cpuSeconds }: ResourceLimits): readonly string[] {
  return [
    ...(memoryBytes === null ? [] : [`${memoryBytes / MEBIBYTE} MiB of memory`]),
    ...(processes === null ? [] : [`${processes} processes`]),
    ...(fileBytes === null ? [] : [`files of ${fileBytes / MEBIBYTE} MiB`]),
    ...(cpuSeconds === null ? [] : [`${cpuSeconds} s of processor time`]),
  ];
}
