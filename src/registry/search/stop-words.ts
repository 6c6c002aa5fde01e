import { tokenize } from "./tokenize.ts";

/** Words that hold a sentence together and hardly ever say which tool is meant. */
const WORDS = tokenize(
  "a an the this that these those some any something somebody someone it its is are am be was were been being do does did " +
    "has have had can could will would shall should may might must i me my mine we us our you your he she they them their " +
    "of to in on at by for from with without about into onto over under out off up down as and or but not no if so than " +
    "then there here how what when where which who whom whose why please want need let just like all both each every " +
    "other s t re ve ll d",
);

const KNOWN: ReadonlySet<string> = new Set(WORDS);

/** Whether a stem says next to nothing by itself. Still looked up: some tools are named by such words. */
export function isStopWord(stem: string): boolean {
  return KNOWN.has(stem);
}
