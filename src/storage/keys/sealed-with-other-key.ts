/** What was to be stored was sealed with a key that is no longer the one in use: the key changed meanwhile. Seal it anew. */
export class SealedWithOtherKey extends Error {
  constructor() {
    super("the key of sealed values was changed meanwhile, so the change was not made");
    this.name = "SealedWithOtherKey";
  }
}
