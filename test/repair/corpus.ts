import { IDS } from './corpus/ids.js';
import { KEYS_AND_PLACES } from './corpus/keys.js';
import { RUNTIMES } from './corpus/runtimes.js';
import { SHAPES } from './corpus/shapes.js';
import { VALUES } from './corpus/values.js';
import { WORDS } from './corpus/words.js';
import type { Kind } from './wrong_call.js';

/** Wrong calls of models, by what is wrong with them. */
export const CORPUS: readonly Kind[] = [
  ...WORDS,
  ...IDS,
  ...KEYS_AND_PLACES,
  ...SHAPES,
  ...VALUES,
  ...RUNTIMES,
];
