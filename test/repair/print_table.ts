/** Prints a table in Markdown, so that it can be pasted into the documentation. */
export function printTable(head: readonly string[], rows: readonly (readonly (string | number)[])[]): void {
  const lines = [head, head.map((_, column) => (column === 0 ? '---' : '---:')), ...rows];
  console.log(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`);
}
