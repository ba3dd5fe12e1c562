import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { parse } from 'yaml';
import { instructionsFor } from '../src/definitions/instructions.js';
import { toErrorsMarkdown, toToolsMarkdown } from '../src/definitions/markdown.js';
import { toOpenApiYaml } from '../src/definitions/openapi/document.js';

/**
 * Writes every file that is made from the tool definitions, whole or in part. With --check it writes nothing,
 * and exits with 1 when a file is not what it would write.
 */

const NOTE = 'Generated from src/ by "npm run generate"; change it there, not here.';

/** The first and the last line of what is made in a page that people write. */
const PART_START = `<!-- ${NOTE} -->\n`;
const PART_END = '<!-- End of what is generated. -->\n';

/** openapi-typescript writes in a style of its own. */
const FOREIGN = '// biome-ignore-all format lint: generated\n\n';

/** What a file should hold, given what it holds now; '' where it is not there. */
const FILES: Readonly<Record<string, (found: string) => string | Promise<string>>> = {
  'openapi.yaml': () => `# ${NOTE}\n${toOpenApiYaml()}`,
  'docs/tools.md': () => `<!-- ${NOTE} -->\n\n${toToolsMarkdown()}`,
  'docs/errors.md': () => `<!-- ${NOTE} -->\n\n${toErrorsMarkdown()}`,
  'docs/agents.md': (found) => withPart(found, `\n\`\`\`text\n${instructionsFor(null)}\n\`\`\`\n\n`),
  'integrations/codex/AGENTS.md': withRules,
  'integrations/cursor/.cursor/rules/tasklatch.mdc': withRules,
  'integrations/gemini-cli/GEMINI.md': withRules,
  'integrations/typed-client/schema.d.ts': async () => `// ${NOTE}\n${FOREIGN}${await toTypes()}`,
};

/** @throws Error when the page has not each marker once, the first before the last */
function withPart(page: string, part: string): string {
  const [before, rest, ...more] = page.split(PART_START);
  const [, after, ...others] = rest?.split(PART_END) ?? [];
  if (before === undefined || after === undefined || more.length + others.length > 0) {
    throw new Error(`A page needs the lines ${PART_START}and ${PART_END}once each, in this order.`);
  }
  return before + PART_START + part + PART_END + after;
}

/** Begins what a rules file of a runtime holds beside its own head. */
const RULES_START = '<!-- The text of GET /v1/instructions. -->\n';

/** @throws Error when the file has not the mark once */
function withRules(file: string): string {
  const [head, ...rest] = file.split(RULES_START);
  if (rest.length !== 1) throw new Error(`A rules file needs the line ${RULES_START}once.`);
  return `${head}${RULES_START}\n${instructionsFor(null)}\n`;
}

/** The types of a client, from the document as it is published. */
async function toTypes(): Promise<string> {
  return astToString(await openapiTS(parse(toOpenApiYaml())));
}

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

const onlyCheck = process.argv.includes('--check');
for (const [name, make] of Object.entries(FILES)) {
  const found = await readFile(pathOf(name), 'utf8').catch(() => '');
  const content = await make(found);
  if (found === content) continue;
  if (onlyCheck) {
    console.error(`${name} is stale; run "npm run generate".`);
    process.exitCode = 1;
  } else {
    await writeFile(pathOf(name), content);
    console.log(`Wrote ${name}.`);
  }
}
