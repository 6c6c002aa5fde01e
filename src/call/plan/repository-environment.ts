/** Programs that look for a git repository around the folder they run in. */
const LOOKS_FOR_REPOSITORY = /^(git|gh|glab|hub|tig|pre-commit)$/;

/**
 * What keeps git from taking a plain folder for a repository. The settings of a repository name programs that git runs;
 * nobody can write them in `.git`, but a folder with `HEAD`, `config`, `objects` and `refs` is a repository as well, and
 * whoever may write files can make one. `argv`: of every program that the call starts. Empty where git has no part.
 */
export function repositoryEnvironment(argv: readonly string[]): Readonly<Record<string, string>> {
  if (!argv.some((word) => LOOKS_FOR_REPOSITORY.test(word.slice(word.lastIndexOf("/") + 1)))) return {};
  return { GIT_CONFIG_COUNT: "1", GIT_CONFIG_KEY_0: "safe.bareRepository", GIT_CONFIG_VALUE_0: "explicit" };
}
