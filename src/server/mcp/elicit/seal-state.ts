import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";

/** What a client carries for us from one request to the next, and cannot read or change. */
export interface HeldPlace {
  /** The held call. */
  readonly id: string;
  /** Which of its rounds the state was given out with: each is good for one retry. */
  readonly round: number;
}

export interface StateSealer {
  /** @param binding whose call it is, and of what: the state opens for nothing else */
  seal(place: HeldPlace, binding: string): string;
  /** `null`: not made here, changed, or made for another call. */
  open(state: string, binding: string): HeldPlace | null;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const MAX_STATE = 1_000;

/** Seals with a key that lives as long as this process: so does what is held. */
export function createStateSealer(key: Uint8Array = randomBytes(32)): StateSealer {
  return {
    seal(place, binding) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", key, nonce).setAAD(Buffer.from(binding));
      const sealed = Buffer.concat([cipher.update(JSON.stringify(place), "utf8"), cipher.final()]);
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(state, binding) {
      const bytes = Buffer.from(state.length > MAX_STATE ? "" : state, "base64url");
      // Decoding skips what is not base64; a state is good only as it was given out.
      if (bytes.length <= NONCE_BYTES + TAG_BYTES || bytes.toString("base64url") !== state) return null;
      const sealed = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      const options = { authTagLength: TAG_BYTES };
      const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES), options);
      decipher.setAAD(Buffer.from(binding)).setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
      try {
        const text = Buffer.concat([decipher.update(sealed), decipher.final()]).toString("utf8");
        return JSON.parse(text) as HeldPlace;
      } catch {
        return null;
      }
    },
  };
}
