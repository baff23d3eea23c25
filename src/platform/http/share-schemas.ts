import { isNode, type Json, type Node, replaceParts, schemaPartsOf } from './schema-tree.js';

/** Shorter ones cost less where they stand than as a reference. */
const MIN_LENGTH = 120;

/** A place of an operation that holds a schema, and a name for what stands there. */
type Place = { holder: Node; name: string };

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const pascal = (text: string): string =>
  text
    .split(/[^A-Za-z0-9]+/)
    .map(capital)
    .join('');

const entriesOf = (node: Json | undefined): [string, Node][] =>
  isNode(node)
    ? Object.entries(node).filter((entry): entry is [string, Node] => isNode(entry[1]))
    : [];

/** The body and the answers of every operation. */
const placesOf = (document: Node): Place[] =>
  entriesOf(document.paths)
    .flatMap(([, methods]) => entriesOf(methods))
    .flatMap(([, operation]) => {
      const name = capital(String(operation.operationId ?? 'Schema'));
      const { requestBody, responses } = operation;
      return [
        ...(isNode(requestBody) ? [{ holder: requestBody, name: `${name}Body` }] : []),
        ...entriesOf(responses).map(([status, holder]) => ({
          holder,
          name: /^[45]/.test(status) ? 'Error' : `${name}Answer`,
        })),
      ];
    })
    .flatMap(({ holder, name }) =>
      entriesOf(holder.content).map(([, content]) => ({ holder: content, name })),
    )
    .filter(({ holder }) => isNode(holder.schema));

type Use = { name: string; count: number };

/** Every long schema by its text, with how often it stands in the document and a name for it. */
function usesOf(places: readonly Place[]): Map<string, Use> {
  const uses = new Map<string, Use>();
  const visit = (schema: Node, name: string): void => {
    const text = JSON.stringify(schema);
    if (text.length < MIN_LENGTH) return;
    const use = uses.get(text) ?? { name, count: 0 };
    use.count += 1;
    uses.set(text, use);
    if (use.count > 1) return;
    for (const [part, key] of schemaPartsOf(schema)) visit(part, name + pascal(key));
  };
  for (const { holder, name } of places) visit(holder.schema as Node, name);
  return uses;
}

/** A component name for each schema that stands in the document more than once. */
function namesOf(uses: ReadonlyMap<string, Use>): Map<string, string> {
  const taken = new Map<string, number>();
  const names = new Map<string, string>();
  for (const [text, { name, count }] of uses) {
    if (count === 1) continue;
    const number = (taken.get(name) ?? 0) + 1;
    taken.set(name, number);
    names.set(text, number === 1 ? name : `${name}${number}`);
  }
  return names;
}

/**
 * The same OpenAPI document with each repeated schema once, below `components`: less than half of
 * the size. A schema is named after the operation and field that has it first.
 */
export function shareSchemas(original: object): object {
  const document = structuredClone(original) as Node;
  const places = placesOf(document);
  const names = namesOf(usesOf(places));
  const shared: Node = {};
  const replaced = (schema: Node): Node => {
    const name = names.get(JSON.stringify(schema));
    if (name === undefined) return replaceParts(schema, replaced);
    if (!(name in shared)) {
      shared[name] = null;
      shared[name] = replaceParts(schema, replaced);
    }
    return { $ref: `#/components/schemas/${name}` };
  };
  for (const { holder } of places) holder.schema = replaced(holder.schema as Node);
  const components = (document.components ?? {}) as Node;
  document.components = {
    ...components,
    schemas: { ...((components.schemas ?? {}) as Node), ...shared },
  };
  return document;
}
