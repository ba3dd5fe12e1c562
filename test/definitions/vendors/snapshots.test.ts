import { expect, test } from 'vitest';
import { stringify } from 'yaml';
import { PUBLISHED } from './published.js';

test.each(PUBLISHED.map(({ form, tool, entry }) => [tool.name, form, entry] as const))(
  '%s is published in the form %s as its snapshot shows',
  async (name, form, entry) => {
    const shown = stringify(entry, { aliasDuplicateObjects: false, lineWidth: 110 });
    await expect(shown).toMatchFileSnapshot(`../snapshots/${form}/${name}.txt`);
  },
);
