import { isNode, type Json, type Node } from './schema-tree.js';

const isNull = (value: Json): boolean => isNode(value) && value.type === 'null';

/**
 * A document of OpenAPI 3.1 in the words of 3.0. The reference page reads 3.0 many times faster:
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
  return withoutBounds(withoutNull(node));
}

function withoutNull(node: Node): Node {
  if (Array.isArray(node.type) && node.type.includes('null')) {
    const [type = 'string'] = node.type.filter(name => name !== 'null');
    return { ...node, type, nullable: true };
  }
  if (!Array.isArray(node.anyOf) || !node.anyOf.some(isNull)) return node;
  const { anyOf, ...rest } = node;
  const others = (anyOf as Json[]).filter(part => !isNull(part));
  const [only] = others;
  return others.length === 1 && isNode(only)
    ? { ...only, ...rest, nullable: true }
    : { ...rest, anyOf: others, nullable: true };
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
