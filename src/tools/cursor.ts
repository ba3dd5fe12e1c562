import { createHash } from 'node:crypto';
import { meansNothing } from '../gate/hints/nothing.js';
import { type Issue, invalidInput, type Refusal } from '../refusals/refusal.js';
import { render } from '../text/render.js';

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
  const position = positionIn(scope, cursor, isPosition);
  if (position !== undefined) return position;
  const meant = (cursor.match(CURSORS) ?? []).find(
    (text) => positionIn(scope, text, isPosition) !== undefined,
  );
  throw meant === undefined ? foreignCursor(cursor) : decoratedCursor(cursor, meant);
}

/** What has the form of a cursor in a text that shows one: `cursor "5-Qm…"`. */
const CURSORS = new RegExp(`[A-Za-z0-9._-]+-[A-Za-z0-9_-]{${DIGEST_LENGTH}}(?![A-Za-z0-9_-])`, 'g');

function positionIn(
  scope: readonly unknown[],
  cursor: string,
  isPosition: (position: string) => boolean,
): string | undefined {
  const position = cursor.slice(0, -DIGEST_LENGTH - 1);
  return makeCursor(scope, position) === cursor && isPosition(position) ? position : undefined;
}

function decoratedCursor(cursor: string, suggestion: string): Refusal {
  const message = `cursor is nextCursor alone, without what a text puts around it; send ${render(suggestion)}.`;
  return invalidInput([{ path: 'cursor', code: 'cursor', message, received: render(cursor), suggestion }]);
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
