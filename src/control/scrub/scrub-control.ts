import type { Caller } from "../../model/caller.ts";
import type { Scrubber } from "../../output/scrub/scrubber.ts";
import type { StoredScrubValue } from "../../storage/repositories.ts";

/** Values that are taken out of everything that calls bring. They are never given out. */
export interface ScrubControl {
  /** Oldest first. */
  list(): Promise<readonly RegisteredValue[]>;
  /** From the next call on, in every process. A value that is there already keeps its id. */
  add(request: AddScrubValue, by: Caller): Promise<AddScrubResult>;
  /** `false`: there is no such value. */
  remove(id: string, by: Caller): Promise<boolean>;
  /**
   * Takes out what is configured and registered at this moment. Rejects when a registered value cannot be opened.
   * @param onHit told the name of each pattern that finds something
   */
  open(onHit?: (name: string) => void): Promise<Scrubber>;
}

export type RegisteredValue = Omit<StoredScrubValue, "sealed">;

export interface AddScrubValue {
  readonly value: string;
  /** For people, to know it by. */
  readonly note: string | null;
}

export type AddScrubResult =
  | {
      readonly ok: true;
      readonly id: string;
      readonly length: number;
      readonly isNew: boolean;
      /** What the person should know although it was done. */
      readonly warning: string | null;
    }
  | { readonly ok: false; readonly message: string; readonly hint: string };
