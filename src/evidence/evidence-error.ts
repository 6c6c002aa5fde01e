/** A file of evidence that cannot be kept: `message` says which and why, `hint` what to do. */
export class EvidenceError extends Error {
  readonly hint: string;

  constructor(message: string, hint: string) {
    super(message);
    this.name = "EvidenceError";
    this.hint = hint;
  }
}

/** Says in words what the system's error means for a file or folder. */
export function toEvidenceError(place: string, error: unknown): EvidenceError {
  if (error instanceof EvidenceError) return error;
  const code = error instanceof Error && "code" in error ? String(error.code) : String(error);
  const [why, hint] = KNOWN[code] ?? [code, "see to the folder for evidence: `toolgate doctor`"];
  return new EvidenceError(`${JSON.stringify(place)} cannot be written: ${why}`, hint);
}

const SPACE = "free some space, or set `[output.evidence] folder` to another disk";

const KNOWN: Readonly<Record<string, readonly [why: string, hint: string]>> = {
  ENOSPC: ["the disk is full", SPACE],
  EDQUOT: ["the disk quota is used up", SPACE],
  EFBIG: [
    "the file would be larger than the system allows",
    "raise the limit on file sizes, or the tool's output is too much",
  ],
  EROFS: ["the disk is read-only", "set `[output.evidence] folder` to a place that can be written"],
  EACCES: ["it is not this user's", "set `[output.evidence] folder` to a folder of your own"],
  EPERM: ["it is not this user's", "set `[output.evidence] folder` to a folder of your own"],
};
