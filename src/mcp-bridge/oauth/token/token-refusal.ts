/** What a token endpoint answered in place of a token. Holds none of its words. */
export class TokenRefusal extends Error {
  /** As RFC 6749 names it; `null`: it answered with something else than OAuth. */
  readonly code: string | null;
  /** Of the answer over HTTP. */
  readonly status: number;

  constructor(code: string | null, status: number) {
    super(code === null ? "the answer is not OAuth" : `refused: ${code}`);
    this.name = "TokenRefusal";
    this.code = code;
    this.status = status;
  }
}
