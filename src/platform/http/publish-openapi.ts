import { COMMIT } from '../version.js';
import { isNode, type Json, type Node, replaceParts } from './schema-tree.js';
import { shareParameters } from './share-parameters.js';
import { shareSchemas } from './share-schemas.js';

/** Keywords of our own validator, which generators of clients do not know. */
const OWN_KEYWORDS = ['money', 'quantity'];

/** `GET /stores/{store}/terminals/` is `getStoresByStoreTerminals`: the address decides, so it stays. */
export function operationIdOf(method: string, path: string): string {
  const words = path.split('/').map(segment => {
    const name = segment.startsWith('{') ? `by-${segment.slice(1, -1)}` : segment;
    return name
      .split(/[^A-Za-z0-9]+/)
      .map(word => word.charAt(0).toUpperCase() + word.slice(1))
      .join('');
  });
  return method + words.join('');
}

/** Own keywords become extensions: `x-money`. */
export function withExtensions(schema: Node): Node {
  const known = Object.entries(schema).map(([name, value]): [string, Json] =>
    OWN_KEYWORDS.includes(name) ? [`x-${name}`, value] : [name, value],
  );
  return replaceParts(Object.fromEntries(known), withExtensions);
}

/** Calls `change` for every object in the document that has a schema. */
function eachHolder(value: Json | undefined, change: (holder: Node) => void): void {
  if (Array.isArray(value)) for (const part of value) eachHolder(part, change);
  if (!isNode(value)) return;
  if (isNode(value.schema)) change(value);
  else for (const part of Object.values(value)) eachHolder(part, change);
}

/**
 * The OpenAPI document as it is served: for generators of clients every operation has a name and
 * says whether it needs a login, and repeated schemas are components.
 */
export function publishedOpenApi(original: object): object {
  const document = structuredClone(original) as Node;
  const parameters: Node = {};
  for (const [path, methods] of Object.entries((document.paths ?? {}) as Node)) {
    for (const [method, operation] of Object.entries(methods as Node)) {
      if (!isNode(operation)) continue;
      operation.operationId = operationIdOf(method, path);
      operation.security ??= [];
      eachHolder([operation.parameters ?? [], operation.requestBody ?? {}], applyExtensions);
      eachHolder(operation.responses, applyExtensions);
      shareParameters(operation, parameters);
    }
  }
  document.components = { ...((document.components ?? {}) as Node), parameters };
  document.info = { ...(document.info as Node), 'x-commit': COMMIT };
  return shareSchemas(document);
}

function applyExtensions(holder: Node): void {
  holder.schema = withExtensions(holder.schema as Node);
}
