// Keeps dist what the sources say: an old build is never run in silence. Plain JavaScript, because it runs before any build.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const DIST = join(ROOT, 'dist');
const SOURCES = join(ROOT, 'src');
/** Holds the digest of the sources that dist was built from. */
const STAMP = '.sources';

/** Builds dist where it is missing or not what the sources say. Null, or a sentence that says what to do. */
export function ensureBuilt() {
  const digest = digestOfSources();
  // An installation without sources brings its dist.
  if (digest === null) {
    return existsSync(join(DIST, 'main.js'))
      ? null
      : 'There is neither src nor dist here: install the service anew.';
  }
  if (isBuiltFrom(digest)) return null;
  const state = existsSync(join(DIST, 'main.js')) ? 'is not what the sources in src say' : 'is not there';
  const compiler = findCompiler();
  if (compiler === null) {
    return `The build in dist ${state}, and the compiler is not installed: run "npm ci" without --omit=optional, which builds it.`;
  }
  try {
    build(compiler, digest);
    return null;
  } catch (error) {
    if (isBuiltFrom(digest)) return null; // another start was faster
    const way = error.syscall ? ` Run "npm run build" as a user who may write to ${ROOT}.` : '';
    return `The build in dist ${state} and cannot be made: ${error.message}.${way}`;
  }
}

/** A digest of every file that the build depends on, by content: times say little after a checkout. Null without sources. */
function digestOfSources() {
  if (!existsSync(SOURCES)) return null;
  const names = readdirSync(SOURCES, { recursive: true }).filter((name) => name.endsWith('.ts'));
  const files = [...names.map((name) => join('src', name)).sort(), 'tsconfig.json', 'tsconfig.build.json'];
  const hash = createHash('sha256');
  for (const file of files)
    hash
      .update(`${file}\0`)
      .update(readFileSync(join(ROOT, file)))
      .update('\0');
  return hash.digest('hex');
}

function isBuiltFrom(digest) {
  try {
    return readFileSync(join(DIST, STAMP), 'utf8') === digest;
  } catch {
    return false;
  }
}

function findCompiler() {
  try {
    return createRequire(import.meta.url)('typescript');
  } catch {
    return null;
  }
}

/**
 * Takes the types off every file and puts the whole in the place of the old dist. Types are not checked here ("npm run
 * lint" does): a production install does not have those of the packages.
 */
function build(ts, digest) {
  const path = join(ROOT, 'tsconfig.build.json');
  const { config } = ts.readConfigFile(path, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(config, ts.sys, ROOT);
  const target = `${DIST}.${randomBytes(4).toString('hex')}`;
  // One file at a time: the compiler does not look into package.json then, and is told that these are ES modules.
  const modules = { module: ts.ModuleKind.ESNext, moduleResolution: ts.ModuleResolutionKind.Bundler };
  try {
    for (const file of fileNames) compile(ts, file, { ...options, ...modules }, target);
    writeFileSync(join(target, STAMP), digest);
    replaceDist(target);
  } finally {
    rmSync(target, { recursive: true, force: true });
  }
}

function compile(ts, file, compilerOptions, target) {
  const { outputText, sourceMapText, diagnostics } = ts.transpileModule(readFileSync(file, 'utf8'), {
    fileName: file,
    compilerOptions,
    reportDiagnostics: true,
  });
  const [problem] = diagnostics ?? [];
  if (problem) throw new Error(`${file}: ${ts.flattenDiagnosticMessageText(problem.messageText, ' ')}`);
  const output = join(target, relative(SOURCES, file)).replace(/\.ts$/, '.js');
  mkdirSync(dirname(output), { recursive: true });
  writeFileSync(output, outputText);
  const sources = [relative(dirname(output), file)];
  writeFileSync(`${output}.map`, JSON.stringify({ ...JSON.parse(sourceMapText), sources }));
}

/** Of two builds at once the later one may find its place taken by one that is as good. */
function replaceDist(target) {
  const old = `${target}.old`;
  try {
    if (existsSync(DIST)) renameSync(DIST, old);
    renameSync(target, DIST);
  } finally {
    rmSync(old, { recursive: true, force: true });
  }
}
