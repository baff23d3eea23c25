import { isNode, type Json, type Node } from './schema-tree.js';
import type { TSchema } from './schemas.js';

/** Returns a value with the fields replaced by null that the caller lacks the permission for. */
type Hide = (value: unknown) => unknown;

/** The key of a schema that names the permission which its value needs. */
export const NEEDS = 'x-permission';

/**
 * A function that replaces by null what needs the permission, read off a schema once; undefined if
 * the schema has no such field. Values are copied where they change, because they may be cached.
 */
export function hiderOf(schema: TSchema | Node, permission: string): Hide | undefined {
  const node = schema as Node;
  if (node[NEEDS] === permission) return () => null;
  const hides = [
    ofFields(node.properties, permission),
    ofItems(node.items, permission),
    ofRecord(node.additionalProperties, permission),
    ...['anyOf', 'allOf', 'oneOf'].flatMap(list =>
      ((node[list] ?? []) as Json[]).map(part => hiderIn(part, permission)),
    ),
  ].filter(hide => hide !== undefined);
  return hides.length === 0 ? undefined : value => hides.reduce((kept, hide) => hide(kept), value);
}

const hiderIn = (part: Json | undefined, permission: string): Hide | undefined =>
  isNode(part) ? hiderOf(part, permission) : undefined;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function ofFields(properties: Json | undefined, permission: string): Hide | undefined {
  const fields = Object.entries(isNode(properties) ? properties : {}).flatMap(([name, part]) => {
    const hide = hiderIn(part, permission);
    return hide === undefined ? [] : [{ name, hide }];
  });
  if (fields.length === 0) return undefined;
  return value => {
    if (!isObject(value)) return value;
    const shown = { ...value };
    for (const { name, hide } of fields) if (name in shown) shown[name] = hide(shown[name]);
    return shown;
  };
}

function ofItems(items: Json | undefined, permission: string): Hide | undefined {
  const hide = hiderIn(items, permission);
  return hide && (value => (Array.isArray(value) ? value.map(hide) : value));
}

function ofRecord(values: Json | undefined, permission: string): Hide | undefined {
  const hide = hiderIn(values, permission);
  if (hide === undefined) return undefined;
  return value =>
    isObject(value)
      ? Object.fromEntries(Object.entries(value).map(([key, item]) => [key, hide(item)]))
      : value;
}
