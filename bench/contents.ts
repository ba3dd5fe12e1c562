/** What every task of the run holds, whoever writes it: as much as an agent's task holds. */
export const TASK = {
  subject: 'Write the release notes of the next version',
  description: [
    'Collect what changed for users since the last version, one sentence each, in the order of importance.',
    'Leave out what nobody notices. Ask the owner of a change where its effect is not clear from the diff.',
    'Done when somebody who uses the product has read it.',
  ].join('\n'),
  priority: 'high',
  owner: 'agent-7',
  labels: ['docs', 'release'],
} as const;

/** The rank under which the column `priority` keeps it. */
export const PRIORITY_RANK = 1;

/** Whom the calls name as their agent; without keys it signs the rows alone. */
export const AGENT = 'agent-7';

/** The changes of the audit row that creates a task. */
export const CREATION_CHANGES = [
  { field: 'status', from: null, to: 'pending' },
  ...Object.entries(TASK).map(([field, to]) => ({ field, from: null, to })),
];
