import type { Tool } from '../tools/tool.js';
import type { RawArguments } from './raw_arguments.js';

/** Members that name the write and no field of the task. */
const NOT_PATCHED: ReadonlySet<string> = new Set(['id', 'expectedVersion', 'idempotencyKey']);

/** Adds the members of a JSON Merge Patch (RFC 7396) as `patch` and `clear`: null empties its field. */
export function mergePatchReader(tool: Tool) {
  const { patch: patchSchema, clear: clearSchema } = tool.input.properties;
  const fields: ReadonlySet<string> = new Set(Object.keys(patchSchema?.properties ?? {}));
  const clearable: ReadonlySet<string> = new Set(clearSchema?.items.enum);

  return (args: RawArguments, body: Readonly<Record<string, unknown>>): void => {
    const patch: Record<string, unknown> = Object.create(null);
    const clear: string[] = [];
    for (const [name, value] of Object.entries(body)) {
      if (NOT_PATCHED.has(name)) args.add(name, value, 'the body');
      else if (value === null && clearable.has(name)) clear.push(name);
      else if (value === null && fields.has(name)) args.refuse(notClearable(name, clearable));
      else patch[name] = value;
    }
    args.add('patch', patch, 'the body');
    if (clear.length > 0) args.add('clear', clear, 'the body');
  };
}

function notClearable(name: string, clearable: ReadonlySet<string>) {
  const expected = `null only for ${[...clearable].join(', ')}`;
  const message = `${name} cannot be emptied; send a value, or leave it out. A patch takes ${expected}.`;
  return { path: `patch.${name}`, code: 'null', message, expected, received: 'null' };
}
