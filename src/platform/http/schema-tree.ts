export type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
export type Node = { [name: string]: Json };

export const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a schema that hold other schemas, by name, as a list, or one. */
const BY_NAME = ['properties', 'patternProperties'];
const LISTS = ['anyOf', 'allOf', 'oneOf'];
const SINGLE = ['items', 'additionalProperties'];

/** The schemas directly below a schema, each with the name of its field; '' in a list. */
export function schemaPartsOf(schema: Node): [Node, string][] {
  const named = BY_NAME.flatMap(field => Object.entries((schema[field] ?? {}) as Node));
  const listed = LISTS.flatMap(field => (schema[field] ?? []) as Json[]);
  const parts: [string, Json | undefined][] = [
    ...named,
    ...listed.map((part): [string, Json] => ['', part]),
    ...SINGLE.map((field): [string, Json | undefined] => ['item', schema[field]]),
  ];
  return parts.flatMap(([name, part]) => (isNode(part) ? [[part, name] as [Node, string]] : []));
}

/** The schema with every schema directly below it replaced. */
export function replaceParts(schema: Node, replaced: (part: Node) => Node): Node {
  const result: Node = { ...schema };
  for (const name of BY_NAME) {
    const parts = schema[name];
    if (!isNode(parts)) continue;
    result[name] = Object.fromEntries(
      Object.entries(parts).map(([key, part]) => [key, isNode(part) ? replaced(part) : part]),
    );
  }
  for (const name of LISTS) {
    const parts = schema[name];
    if (Array.isArray(parts)) {
      result[name] = parts.map(part => (isNode(part) ? replaced(part) : part));
    }
  }
  for (const name of SINGLE) {
    const part = schema[name];
    if (isNode(part)) result[name] = replaced(part);
  }
  return result;
}
