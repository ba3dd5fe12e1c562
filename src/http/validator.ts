import type { TObject } from '@sinclair/typebox';
import type { FastifySchemaCompiler } from 'fastify';
import { compileGate } from '../gate/gate.js';
import { readQueryArguments } from '../gate/query.js';

/**
 * Validates parameters and queries by the gate, in place of Fastify's own validator, which coerces, defaults
 * and drops. Bodies are for the gates of the tools.
 */
export const compileValidator: FastifySchemaCompiler<TObject> = ({ schema }) => {
  const admit = compileGate(schema);
  return (data: Record<string, string | string[]>) => {
    try {
      return { value: admit(readQueryArguments(schema, data)) };
    } catch (error) {
      if (error instanceof Error) return { error };
      throw error;
    }
  };
};
