import { createHash } from 'node:crypto';
import { type Issue, invalidInput, type Refusal } from '../errors.js';
import { meansNothing } from '../gate/absent.js';
import { render } from '../gate/render.js';

/**
 * A cursor is a position and a digest that ties it to its list, tool and filters. It grants nothing, so the
 * digest keeps mistakes out, not attackers: a cursor that was cut, edited or taken from elsewhere is refused,
 * never misread.
 */
const DIGEST_LENGTH = 16;

/** `scope` is whatever must stay the same from page to page; `position` is where the next page goes on. */
export function makeCursor(scope: readonly unknown[], position: string): string {
  const digest = createHash('sha256')
    .update(JSON.stringify([...scope, position]))
    .digest('base64url');
  return `${position}-${digest.slice(0, DIGEST_LENGTH)}`;
}

/**
 * The position that the cursor holds. Anybody can compute the digest of any position, so `isPosition` says
 * from which ones a query can go on.
 * @throws Refusal INVALID_INPUT when it was not made for this scope
 */
export function readCursor(
  scope: readonly unknown[],
  cursor: string,
  isPosition: (position: string) => boolean = () => true,
): string {
  const position = cursor.slice(0, -DIGEST_LENGTH - 1);
  if (makeCursor(scope, position) !== cursor || !isPosition(position)) throw foreignCursor(cursor);
  return position;
}

function foreignCursor(cursor: string): Refusal {
  const message = [
    'cursor is not one that this list gave for these arguments; send nextCursor of the page before exactly,',
    'with the other arguments unchanged, or leave cursor out to start over.',
  ].join(' ');
  const issue: Issue = { path: 'cursor', code: 'cursor', message, received: render(cursor) };
  // Who writes "null" for a cursor has none, and wants the first page.
  return invalidInput([meansNothing(cursor) ? { ...issue, suggestion: null } : issue]);
}
