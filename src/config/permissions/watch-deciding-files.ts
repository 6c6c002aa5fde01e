import { realpathSync } from "node:fs";
import path from "node:path";
import type { ManifestIssue } from "../../manifest/manifest.ts";
import { watchPlaces } from "../../registry/files/watch-folders.ts";
import type { PlaceWatch } from "../../registry/files/watch-folders.ts";
import { toFileIssue } from "../../registry/list-tool-files.ts";
import { listPolicyPlaces } from "../cedar/list-policy-files.ts";
import type { ConfigParts } from "../merge-config.ts";
import type { LookState } from "./look-at-files.ts";

export interface DecidingWatch {
  /** Follows what this state is made of, and nothing else. */
  follow(state: LookState): void;
  close(): Promise<void>;
}

/** Calls `reload` after changes to the configuration files, which need not exist, and to the policies that they name. */
export function watchDecidingFiles(
  parts: ConfigParts,
  reload: () => Promise<void>,
  onIssue: (issue: ManifestIssue) => void,
): DecidingWatch {
  let watch: PlaceWatch | null = null;
  let followed = "";
  let isClosed = false;
  const onError = (error: unknown): void => onIssue(toWatchFailed(error));
  const closing = new Set<Promise<void>>();
  const stop = (): void => {
    if (watch !== null) closing.add(watch.close().catch(onError));
    watch = null;
  };
  return {
    follow(state) {
      const places = listPlaces(parts, state);
      if (isClosed || places.join("\n") === followed) return;
      followed = places.join("\n");
      // The new watch looks once when it has begun, so nothing is missed in between.
      stop();
      watch = watchPlaces(places, () => void reload().catch(onError), onError);
    },
    async close() {
      isClosed = true;
      stop();
      await Promise.all(closing);
    },
  };
}

function listPlaces({ folders, user, project }: ConfigParts, state: LookState): readonly string[] {
  const files = [user?.layer.file ?? folders.userConfigFile, ...(project === null ? [] : [project.layer.file])];
  const layers = [state.user, state.accepted, state.edited, state.pending].flatMap((part) =>
    part === null ? [] : [part.layer],
  );
  const policies = layers.flatMap((layer) => listPolicyPlaces(layer, folders.home));
  return [...new Set([...files, ...policies].flatMap(withTarget))].sort();
}

/** Of a link both ends, and the folder that it lies in: mounted configuration is changed by turning a link beside it. */
function withTarget(place: string): readonly string[] {
  try {
    const real = realpathSync(place);
    return real === place ? [place] : [place, real, path.dirname(place)];
  } catch {
    return [place];
  }
}

function toWatchFailed(error: unknown): ManifestIssue {
  const message = `changes to rules and policies can no longer be followed (${error instanceof Error ? error.message : String(error)})`;
  return toFileIssue("(permissions)", "watch-failed", message, "Restart Toolgate to pick up changes.");
}
