import { isNode, type Json, type Node } from './schema-tree.js';

const isNull = (value: Json): boolean => isNode(value) && value.type === 'null';

/**
 * A document of OpenAPI 3.1 converted to 3.0. The reference page reads 3.0 many times faster:
 * for 3.1 it builds an object for every single value before it shows anything.
 */
export function asVersion30(document: object): object {
  return { ...(converted(document as Node) as Node), openapi: '3.0.3' };
}

function converted(value: Json): Json {
  if (Array.isArray(value)) return value.map(converted);
  if (!isNode(value)) return value;
  const node: Node = Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, converted(part)]),
  );
  if ('const' in node && !isNode(node.const)) {
    const { const: only = null, ...rest } = node;
    return { ...rest, enum: [only] };
  }
  return withoutBounds(withOneExample(withoutNull(node)));
}

function withoutNull(node: Node): Node {
  if (Array.isArray(node.type) && node.type.includes('null')) {
    return {
      ...withOneType({ ...node, type: node.type.filter(name => name !== 'null') }),
      nullable: true,
    };
  }
  if (!Array.isArray(node.anyOf) || !node.anyOf.some(isNull)) return withOneType(node);
  const { anyOf, ...rest } = node;
  const others = (anyOf as Json[]).filter(part => !isNull(part));
  const [only] = others;
  return others.length === 1 && isNode(only)
    ? { ...only, ...rest, nullable: true }
    : { ...rest, anyOf: others, nullable: true };
}

/** A schema has one type in 3.0. */
function withOneType(node: Node): Node {
  if (!Array.isArray(node.type)) return node;
  const { type: types, ...rest } = node as Node & { type: Json[] };
  const [only = 'string', ...others] = types;
  return others.length === 0
    ? { ...rest, type: only }
    : { ...rest, anyOf: types.map(type => ({ type })) };
}

/** And one example. */
function withOneExample(node: Node): Node {
  if (!Array.isArray(node.examples)) return node;
  const { examples, ...rest } = node as Node & { examples: Json[] };
  return { ...rest, example: examples[0] ?? null };
}

/** Exclusive bounds are flags in 3.0. */
function withoutBounds(node: Node): Node {
  const { exclusiveMinimum: above, exclusiveMaximum: below, ...rest } = node;
  return {
    ...rest,
    ...(typeof above === 'number' ? { minimum: above, exclusiveMinimum: true } : {}),
    ...(typeof below === 'number' ? { maximum: below, exclusiveMaximum: true } : {}),
  };
}
