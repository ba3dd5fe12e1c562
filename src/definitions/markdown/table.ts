/** A table in Markdown. No cell may hold a line break. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n');
}

function line(cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Text as a code block; it must not hold a fence of its own. */
export function codeBlock(language: 'json' | 'text', text: string): string {
  return `\`\`\`${language}\n${text}\n\`\`\``;
}
