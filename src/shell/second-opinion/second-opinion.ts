/** Another parser of bash, to compare with. */
export interface SecondOpinion {
  /** Where the names of programs and of declaring builtins stand, in any order; `null`: it cannot read the text. */
  readonly findNames: (text: string) => readonly number[] | null;
  readonly close: () => void;
}
