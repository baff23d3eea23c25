type Json = null | boolean | number | string | Json[] | { [name: string]: Json };
type Node = { [name: string]: Json };

/** Shorter ones cost less where they stand than as a reference. */
const MIN_LENGTH = 120;

const isNode = (value: Json | undefined): value is Node =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Fields of a schema that hold other schemas, by name, as a list, or one. */
const BY_NAME = ['properties', 'patternProperties'];
const LISTS = ['anyOf', 'allOf', 'oneOf'];
const SINGLE = ['items', 'additionalProperties'];

function partsOf(schema: Node): Node[] {
  return [
    ...BY_NAME.flatMap(name => Object.values((schema[name] ?? {}) as Node)),
    ...LISTS.flatMap(name => (schema[name] ?? []) as Json[]),
    ...SINGLE.map(name => schema[name]),
  ].filter(isNode);
}

const valuesOf = (node: Json | undefined): Node[] =>
  isNode(node) ? Object.values(node).filter(isNode) : [];

/** The places of an operation that hold a schema: the body and the answers. */
const contentsOf = (document: Node): Node[] =>
  valuesOf(document.paths)
    .flatMap(valuesOf)
    .flatMap(({ requestBody, responses }) => [
      ...(isNode(requestBody) ? [requestBody] : []),
      ...valuesOf(responses),
    ])
    .flatMap(({ content }) => valuesOf(content))
    .filter(({ schema }) => isNode(schema));

/** How often each long schema stands in the document, in the order of their first use. */
function countSchemas(document: Node): Map<string, number> {
  const counts = new Map<string, number>();
  const visit = (schema: Node): void => {
    const text = JSON.stringify(schema);
    if (text.length < MIN_LENGTH) return;
    const count = (counts.get(text) ?? 0) + 1;
    counts.set(text, count);
    if (count === 1) for (const part of partsOf(schema)) visit(part);
  };
  for (const content of contentsOf(document)) visit(content.schema as Node);
  return counts;
}

/**
 * The same OpenAPI document with each repeated schema once, below `components`: less than half of
 * the size.
 */
export function shareSchemas(original: object): object {
  const document = structuredClone(original) as Node;
  const names = new Map<string, string>();
  for (const [text, count] of countSchemas(document)) {
    if (count > 1) names.set(text, `Shared${names.size + 1}`);
  }
  const shared: Node = {};
  const replaced = (schema: Node): Node => {
    const text = JSON.stringify(schema);
    const name = names.get(text);
    if (name === undefined) return replaceParts(schema, replaced);
    if (!(name in shared)) {
      shared[name] = null;
      shared[name] = replaceParts(schema, replaced);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  for (const content of contentsOf(document)) content.schema = replaced(content.schema as Node);
  const components = (document.components ?? {}) as Node;
  document.components = {
    ...components,
    schemas: { ...((components.schemas ?? {}) as Node), ...shared },
  };
  return document;
}

function replaceParts(schema: Node, replaced: (part: Node) => Node): Node {
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
