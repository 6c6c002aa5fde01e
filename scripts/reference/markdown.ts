/** A table. Cells are one line each; `|` in them is escaped. */
export function renderTable(titles: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [titles, titles.map(() => "---"), ...rows].map((cells) => `| ${cells.map(toCell).join(" | ")} |`);
  return `${lines.join("\n")}\n`;
}

export function code(text: string): string {
  return `\`${text}\``;
}

export function fence(language: string, text: string): string {
  return `\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\n`;
}

function toCell(text: string): string {
  return text.replaceAll("|", "\\|").replaceAll("\n", " ");
}
