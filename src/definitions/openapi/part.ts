/** A part of the OpenAPI document: plain JSON. */
export type Part = Readonly<Record<string, unknown>>;

/** A reference to a component of the document. */
export function refer(kind: 'schemas' | 'parameters' | 'headers' | 'responses', name: string): Part {
  return { $ref: `#/components/${kind}/${name}` };
}

/** TaskCreate for task_create, StaleVersion for STALE_VERSION. */
export function pascalCase(name: string): string {
  return name
    .toLowerCase()
    .split('_')
    .map((word) => word.slice(0, 1).toUpperCase() + word.slice(1))
    .join('');
}
