import type { LogDefinition } from './definition.js';

/** What depends on the log alone and is asked for with every batch. */
export function perLog<Made>(make: (log: LogDefinition) => Made): (log: LogDefinition) => Made {
  const made = new WeakMap<LogDefinition, Made>();
  return (log) => {
    const known = made.get(log);
    if (known !== undefined) return known;
    const fresh = make(log);
    made.set(log, fresh);
    return fresh;
  };
}

/** The text of each composed statement, by its name: a name stands for one text, which is made once. */
export const composedText = perLog(() => {
  const texts = new Map<string, string>();
  return (name: string, compose: () => string): string => {
    const known = texts.get(name);
    if (known !== undefined) return known;
    const text = compose();
    texts.set(name, text);
    return text;
  };
});
