// Which files keep progress, by their names: tasks.json, TODO.md, PLAN.md, progress.txt and their kin.

/** Text and data. Source code, such as progress.ts or tasks.py, is the work itself. */
const TEXT = 'md|mdx|markdown|txt|rst|org';
const DATA = 'json|jsonl|yaml|yml|csv';

const TODO = 'to[-_ ]?dos?(?:[-_ ]?list)?';
const TASKS = 'tasks|task[-_ ]?(?:list|progress|status|tracker|plan)';
const PROGRESS = '(?:[a-z]+[-_ ])?progress(?:[-_ ]?(?:log|notes|report|tracker))?';
const PLAN = '(?:(?:fix|implementation|task|work)[-_ ])?plan';

/** A plan counts as prose only: plan.json and plan.txt are what other tools print. */
const PROSE_NAME = new RegExp(
  `^[@._]?(?:(?:${TODO}|${TASKS}|${PROGRESS})\\.(?:${TEXT})|${PLAN}\\.(?:md|mdx|markdown))$`,
);
const DATA_NAME = new RegExp(`^[@._]?(?:${TODO}|${TASKS}|${PROGRESS})\\.(?:${DATA})$`);
const BARE_NAME = /^(?:todo|todos|progress)$/;

/** Data of these names is a format of another tool, or a fixture, in such folders: .vscode/tasks.json. */
const FOREIGN_FOLDERS =
  /^(?:\.vscode|\.zed|\.idea|\.github|ansible|roles|playbooks|fixtures|__fixtures__|testdata|mocks|__mocks__|locales|node_modules)$/;

/** Files of the project that only happen to have such a name: TASKLATCH_ALLOWED_FILES=docs/plan.md,src/tasks.json */
export function readAllowed() {
  const names = (process.env.TASKLATCH_ALLOWED_FILES ?? '').split(',').map((name) => normalize(name.trim()));
  return names.filter((name) => name !== '');
}

/** Whether something written to this path would be taken for the state of the work. */
export function isProgressFile(path, allowed) {
  if (typeof path !== 'string') return false;
  const normal = normalize(path);
  if (allowed.some((name) => normal === name || normal.endsWith(`/${name}`))) return false;
  const folders = normal.split('/');
  const name = folders.pop() ?? '';
  if (PROSE_NAME.test(name) || BARE_NAME.test(name)) return true;
  return DATA_NAME.test(name) && !folders.some((folder) => FOREIGN_FOLDERS.test(folder));
}

/** Lower case, since TODO.md and todo.md are one file on some systems, and with slashes only. */
function normalize(path) {
  return path
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/, '')
    .toLowerCase();
}
