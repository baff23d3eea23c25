type Node = { [name: string]: unknown };

/** A part of an OpenAPI document with every reference to a schema replaced by that schema. */
export function withoutReferences(value: unknown, schemas: Node): unknown {
  if (Array.isArray(value)) return value.map(part => withoutReferences(part, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { $ref } = value as Node;
  if (typeof $ref === 'string' && $ref.startsWith('#/components/schemas/')) {
    return withoutReferences(schemas[$ref.split('/').at(-1) ?? ''], schemas);
  }
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withoutReferences(part, schemas)]),
  );
}
