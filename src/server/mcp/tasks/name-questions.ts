import type { Question } from "../../../model/question.ts";

/** What is open, by the names that clients answer under, with the name that the call knows it by. */
export type NamedQuestions = ReadonlyMap<string, { readonly question: Question; readonly own: string }>;

/**
 * Gives each question of one task a name that no other one of it ever has: a client that answers late must not answer
 * another question. A question keeps its name as long as it is open.
 */
export function createNaming(): (open: ReadonlyMap<string, Question>) => NamedQuestions {
  const names = new Map<Question, string>();
  const used = new Set<string>();
  const toName = (own: string): string => {
    let name = own;
    for (let number = 2; used.has(name); number += 1) name = `${own}-${number}`;
    used.add(name);
    return name;
  };
  return (open) => {
    const questions = new Set(open.values());
    for (const question of names.keys()) if (!questions.has(question)) names.delete(question);
    const named = [...open].map(([own, question]) => {
      const name = names.get(question) ?? toName(own);
      names.set(question, name);
      return [name, { question, own }] as const;
    });
    return new Map(named);
  };
}
