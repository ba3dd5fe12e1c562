import { isNoText } from './no_value.js';
import { endsWithOurCut, holdsOurFence } from './our_fence.js';

/**
 * What our own texts write where there is no value, or around one. Who sends it back means what it stands
 * for.
 */
export type Echo = 'nothing' | 'fence' | 'part' | 'cut';

/** What the texts write for a field that has no value. */
export const NONE = 'none';
/** A description between the rules of its fence, as the text of a task shows it. */
const FENCED = /^\s*--- ([0-9a-f]{12})\n((?:\|[^\n]*\n)+)--- \1\s*$/;
/** How a fenced line shows a character that nobody sees. */
const ESCAPE = /\\u\{[0-9a-f]+\}/;

/** What keeps a text from being a description: it is one of ours, or a word for none. */
export function descriptionEcho(text: string): Echo | undefined {
  if (isNoText(text)) return 'nothing';
  if (FENCED.test(text)) return 'fence';
  if (endsWithOurCut(text)) return 'cut';
  return holdsOurFence(text) ? 'part' : undefined;
}

/** The description that a fence holds; undefined where it shows it otherwise than it is stored. */
export function unfenced(text: string): string | undefined {
  const lines = FENCED.exec(text)?.[2];
  if (lines === undefined || ESCAPE.test(lines)) return undefined;
  return lines.replace(/^\| ?/gm, '').slice(0, -1);
}
