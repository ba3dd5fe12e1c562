import { type Static, Type } from '@sinclair/typebox';
import { StringEnum, Text } from '../schema/kinds.js';
import { TIERS } from '../tools/tool.js';

/**
 * What the routes that are no tools take and answer. The doors compile the queries into gates, so that these
 * routes refuse as the tools do.
 */

const closed = { additionalProperties: false } as const;

export const HealthSchema = Type.Object(
  { status: StringEnum(['ok'], { description: 'ok' }) },
  { ...closed, description: 'The service is well.' },
);

export const InstructionsQuery = Type.Object(
  {
    tier: Type.Optional(
      StringEnum(TIERS, { description: 'For the tools of this tier only; for every tool when not given.' }),
    ),
  },
  closed,
);
export type InstructionsQuery = Static<typeof InstructionsQuery>;

export const InstructionsSchema = Type.Object(
  {
    instructions: Text({ description: 'What the system prompt of an agent should hold, to the letter.' }),
    prompts: Type.Array(
      Type.Object(
        {
          name: Text({ description: 'The name to ask for it by.' }),
          title: Text({ description: 'The name to show.' }),
          description: Text({ description: 'What it is for.' }),
          text: Text({ description: 'What to send.' }),
        },
        { ...closed, description: 'A prompt without arguments.' },
      ),
      { description: 'Texts to send when they are asked for, in a fixed order.' },
    ),
    digest: Text({
      pattern: '^[0-9a-f]{64}$',
      description: 'SHA-256 of instructions in UTF-8, in hexadecimal: what to pin.',
    }),
  },
  { ...closed, description: 'What holds an agent to its tools.' },
);
export type InstructionsPage = Static<typeof InstructionsSchema>;
