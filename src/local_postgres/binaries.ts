import { readFile, symlink } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { type ChildContext, tryProgram } from './child.js';
import { copyBinaries } from './copy.js';
import { EmbeddedPostgresError, reasonOf, systemCode } from './failure.js';
import type { Installation } from './installation.js';
import type { Layout } from './layout.js';

/** Paths of the two programs that the launcher runs. */
export interface Binaries {
  readonly initdb: string;
  readonly postgres: string;
}

/**
 * Programs that the user of Postgres can run: in place where that works, else a copy in a folder that this
 * user can reach. Rejects with EmbeddedPostgresError where neither runs.
 */
export async function runnableBinaries(
  installation: Installation,
  layout: Layout,
  context: ChildContext,
  log: (message: string) => void,
): Promise<Binaries> {
  const reason = await whyNot(installation.folder, context);
  if (reason === undefined) return programsOf(installation.folder);
  refuseHopeless(reason, installation, context);
  for await (const copy of copyBinaries(installation, layout, context)) {
    if ((await whyNot(copy, context)) !== undefined) continue;
    log(
      `The programs in ${installation.folder} cannot be run as they are, so Postgres runs from a ` +
        `copy in ${copy}.`,
    );
    return programsOf(copy);
  }
  throw new EmbeddedPostgresError(
    `The Postgres in ${installation.folder} cannot be run, and no copy of it either: ` +
      `${reasonOf(reason)}. Install the service where the user of Postgres can enter, or set ` +
      'DATABASE_URL.',
  );
}

/** Why the programs in a folder do not run here; undefined when they do. */
async function whyNot(folder: string, context: ChildContext): Promise<unknown> {
  const { initdb, postgres } = programsOf(folder);
  try {
    await makeLibraryLinks(folder);
    await Promise.all([tryProgram(initdb, context), tryProgram(postgres, context)]);
    return undefined;
  } catch (error) {
    return error;
  }
}

/** A copy helps neither against a missing loader nor against a change of user that the system forbids. */
function refuseHopeless(reason: unknown, { folder }: Installation, { runAs }: ChildContext): void {
  const code = systemCode(reason);
  if (code === 'ENOENT')
    throw new EmbeddedPostgresError(
      `The Postgres in ${folder} is made for systems with glibc and does not run on this one. ` +
        'Set DATABASE_URL to use another server.',
    );
  if (runAs && (code === 'EPERM' || code === 'EINVAL'))
    throw new EmbeddedPostgresError(
      `Postgres refuses to run as root, and this process may not change to user id ${runAs.uid} ` +
        `(${code}). Start the service as a normal user, or set DATABASE_URL.`,
    );
}

/**
 * Makes the links between library names that an npm package cannot carry. Its own install script makes
 * them too, but only where install scripts are allowed. A link that is there, or a folder that cannot be
 * written to, is no error here: running the programs tells whether something is missing.
 */
async function makeLibraryLinks(folder: string): Promise<void> {
  const list = await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]');
  // The package writes this list: pairs of paths that start with the name of the folder itself.
  const links = JSON.parse(list) as { source: string; target: string }[];
  const make = async ({ source, target }: { source: string; target: string }) => {
    const path = join(folder, target.replace(/^native\//, ''));
    await symlink(basename(source), path).catch(() => undefined);
  };
  await Promise.all(links.map(make));
}

function programsOf(folder: string): Binaries {
  return { initdb: join(folder, 'bin', 'initdb'), postgres: join(folder, 'bin', 'postgres') };
}
