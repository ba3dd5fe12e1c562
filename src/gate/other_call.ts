import type { Issue } from '../refusals/refusal.js';
import { render } from '../text/render.js';
import type { CallName, Wrapper } from './wrapper.js';

/** The tool that a gate belongs to, and the names of its neighbours. */
export interface CalledTool {
  readonly name: string;
  /** The tool that is meant by a name in any spelling; undefined for a name of none. */
  meantBy(name: string): string | undefined;
}

/**
 * The issue of a whole call that names another tool than the one called. To send its arguments alone would do
 * with this tool what was meant for that one, so they are not suggested.
 */
export function otherCallIssue({ names }: Wrapper, called: CalledTool): Issue | undefined {
  const other = names.find((name) => isOther(name, called));
  if (!other) return undefined;
  const { path, name } = other;
  const meant = called.meantBy(name);
  const what = `${path} says that this is a call of ${meant ?? render(name)}, and it came to ${called.name}`;
  const message = `${what}; call ${meant ?? 'that tool'}, if that is what is meant.`;
  return { path, code: 'conflict', message, expected: called.name, received: render(name) };
}

function isOther({ name, isSure }: CallName, called: CalledTool): boolean {
  const meant = called.meantBy(name);
  return meant === undefined ? isSure : meant !== called.name;
}
