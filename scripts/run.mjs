// What "npm start" and "npm run verify" run: a program of dist, which is built first where it has to be.
// Every reason why it cannot run is one sentence. Usage: run.mjs main|verify [options]
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { ensureBuilt } from './built.mjs';

const [, , program = 'main', ...options] = process.argv;
const { engines, dependencies } = JSON.parse(
  readFileSync(new URL('../package.json', import.meta.url), 'utf8'),
);

const problem = oldNode() ?? otherPackages() ?? ensureBuilt();
if (problem === null) await run();
else refuse(problem);

async function run() {
  const path = fileURLToPath(new URL(`../dist/${program}.js`, import.meta.url));
  process.argv.splice(1, process.argv.length, path, ...options);
  try {
    await import(new URL(`../dist/${program}.js`, import.meta.url));
  } catch (error) {
    if (error.code !== 'ERR_MODULE_NOT_FOUND') throw error;
    refuse(`A package is missing (${error.message.split('\n')[0]}): run "npm ci".`);
  }
}

function oldNode() {
  const wanted = engines.node.replace('>=', '').split('.').map(Number);
  const found = process.versions.node.split('.').map(Number);
  const isOld = found[0] < wanted[0] || (found[0] === wanted[0] && found[1] < wanted[1]);
  return isOld
    ? `This is Node.js ${process.versions.node}; the service needs ${wanted.join('.')} or newer.`
    : null;
}

/** After a "git pull" the installed packages may be those of the release before. */
function otherPackages() {
  for (const [name, wanted] of Object.entries(dependencies)) {
    const found = installedVersion(name);
    if (found === wanted) continue;
    return `The package ${name} is ${found === null ? 'not installed' : `installed as ${found}, and this release needs ${wanted}`}: run "npm ci".`;
  }
  return null;
}

function installedVersion(name) {
  try {
    return JSON.parse(readFileSync(new URL(`../node_modules/${name}/package.json`, import.meta.url), 'utf8'))
      .version;
  } catch {
    return null;
  }
}

function refuse(sentence) {
  process.stderr.write(`tasklatch: ${sentence}\n`);
  process.exitCode = 1;
}
