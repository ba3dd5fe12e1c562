import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { toErrorsMarkdown } from '../src/definitions/markdown/errors.js';
import { toToolsMarkdown } from '../src/definitions/markdown/tools.js';
import { toOpenApiYaml } from '../src/definitions/openapi.js';

/**
 * Writes every file that is made from the tool definitions. With --check it writes nothing, and exits with 1
 * when a file is not what it would write.
 */

const NOTE = 'Generated from src/ by "npm run generate"; change it there, not here.';

const FILES: Readonly<Record<string, () => string>> = {
  'openapi.yaml': () => `# ${NOTE}\n${toOpenApiYaml()}`,
  'docs/tools.md': () => `<!-- ${NOTE} -->\n\n${toToolsMarkdown()}`,
  'docs/errors.md': () => `<!-- ${NOTE} -->\n\n${toErrorsMarkdown()}`,
};

const pathOf = (name: string): string => fileURLToPath(new URL(`../${name}`, import.meta.url));

async function isStale(name: string, content: string): Promise<boolean> {
  const found = await readFile(pathOf(name), 'utf8').catch(() => null);
  return found !== content;
}

const onlyCheck = process.argv.includes('--check');
for (const [name, make] of Object.entries(FILES)) {
  const content = make();
  if (!(await isStale(name, content))) continue;
  if (onlyCheck) {
    console.error(`${name} is stale; run "npm run generate".`);
    process.exitCode = 1;
  } else {
    await writeFile(pathOf(name), content);
    console.log(`Wrote ${name}.`);
  }
}
