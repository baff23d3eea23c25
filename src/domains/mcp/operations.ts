import type { Access } from '../../platform/http/access.js';
import { operationIdOf, withExtensions } from '../../platform/http/publish-openapi.js';
import { isNode, type Json, type Node } from '../../platform/http/schema-tree.js';
import type { Permission } from '../access/index.js';

const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
export type Method = (typeof METHODS)[number];

/** One operation of the OpenAPI document that staff may call. */
export type Operation = {
  /** The operation id of the document, such as `getStoresByStore`. */
  name: string;
  method: Method;
  /** With parameters in braces: `/stores/{store}/`. */
  path: string;
  summary: string;
  tags: readonly string[];
  permission: Permission;
  /** The permission that the store's policy must list and that the approver must have. */
  approvalPermission: Permission;
  from: Access['from'];
  /** Schemas of objects; undefined if the operation takes none. */
  params: Node | undefined;
  query: Node | undefined;
  body: Node | undefined;
  needsBody: boolean;
  /** Schema of the first successful JSON answer. */
  answer: Node | undefined;
};

const JSON_TYPE = 'application/json';

/** A decision on a request is made by a person, not by the program that asks for it. */
const isDecision = (method: Method, path: string): boolean =>
  method !== 'get' && path.startsWith('/pos/approvals/');

/**
 * Routes that also admit callers with a weaker permission, who then need an approval. For programs
 * the stronger permission counts.
 */
const STRONGER: readonly { ending: string; permission: Permission }[] = [
  { ending: '/transactions/{}/void/', permission: 'sale.void' },
  { ending: '/pos/transactions/{}/cancel/', permission: 'sale.void' },
  { ending: '/layaways/{}/cancel/', permission: 'sale.void' },
  { ending: '/returns/{}/approve/', permission: 'return.decide' },
  { ending: '/returns/{}/complete/', permission: 'refund.issue' },
  { ending: '/exchanges/', permission: 'refund.issue' },
  { ending: '/fulfillments/{}/cancel/', permission: 'refund.issue' },
  { ending: '/payments/refunds/', permission: 'refund.issue' },
  { ending: '/payments/refunds/{}/confirm/', permission: 'refund.issue' },
  { ending: '/terminals/{}/devices/{}/test/', permission: 'drawer.open' },
  // The copied policy may let programs do more.
  { ending: '/stores/{}/copy-settings/', permission: 'store.manage' },
];

const patternOf = (path: string): string => path.replaceAll(/\{[^}]+\}/g, '{}');

const approvalPermissionOf = (path: string, permission: Permission): Permission =>
  STRONGER.find(({ ending }) => patternOf(path).endsWith(ending))?.permission ?? permission;

/** The operations of a document that take and answer JSON and need a permission. */
export function operationsOf(document: object): Operation[] {
  const paths = Object.entries(((document as Node).paths ?? {}) as Node);
  return paths.flatMap(([path, item]) =>
    METHODS.flatMap(method => {
      const described = isNode(item) ? item[method] : undefined;
      if (!isNode(described) || isDecision(method, path)) return [];
      return operationOf(method, path, described) ?? [];
    }),
  );
}

function operationOf(method: Method, path: string, described: Node): Operation | undefined {
  const permission = described['x-permission'];
  const content = contentOf(described.requestBody);
  const takesJson = content === undefined || isNode(content[JSON_TYPE]);
  if (typeof permission !== 'string' || !takesJson || !answersJson(described)) return undefined;
  const { schema } = (content?.[JSON_TYPE] ?? {}) as Node;
  return {
    name: operationIdOf(method, path),
    method,
    path,
    summary: String(described.summary ?? ''),
    tags: (described.tags ?? []) as string[],
    permission: permission as Permission,
    approvalPermission: approvalPermissionOf(path, permission as Permission),
    from: described['x-called-from'] as unknown as Operation['from'],
    params: parametersIn(described, 'path'),
    query: parametersIn(described, 'query'),
    body: isNode(schema) ? withExtensions(schema) : undefined,
    needsBody: isNode(described.requestBody) && described.requestBody.required === true,
    answer: answerOf(described),
  };
}

function contentOf(part: Json | undefined): Node | undefined {
  return isNode(part) && isNode(part.content) ? part.content : undefined;
}

function answersJson({ responses }: Node): boolean {
  return Object.entries((responses ?? {}) as Node).some(([status, answer]) => {
    const content = contentOf(answer);
    return status.startsWith('2') && (content === undefined || isNode(content[JSON_TYPE]));
  });
}

function answerOf({ responses }: Node): Node | undefined {
  for (const [status, answer] of Object.entries((responses ?? {}) as Node)) {
    const content = status.startsWith('2') ? contentOf(answer)?.[JSON_TYPE] : undefined;
    if (isNode(content) && isNode(content.schema)) return withExtensions(content.schema);
  }
  return undefined;
}

function parametersIn({ parameters }: Node, place: 'path' | 'query'): Node | undefined {
  const own = ((parameters ?? []) as Node[]).filter(one => one.in === place);
  if (own.length === 0) return undefined;
  const schemaOf = ({ schema, description }: Node): Node => ({
    ...withExtensions((schema ?? {}) as Node),
    ...(typeof description === 'string' && { description }),
  });
  return {
    type: 'object',
    properties: Object.fromEntries(own.map(one => [String(one.name), schemaOf(one)])),
    required: own.filter(one => one.required === true).map(one => one.name ?? ''),
    additionalProperties: false,
  };
}

/** Finds operations by name, and the operation that reads the record of another one. */
export class OperationIndex {
  readonly #byName: ReadonlyMap<string, Operation>;
  readonly #reads: ReadonlyMap<string, Operation>;

  constructor(readonly all: readonly Operation[]) {
    this.#byName = new Map(all.map(one => [one.name, one]));
    const reads = all.filter(one => one.method === 'get');
    this.#reads = new Map(reads.map(one => [patternOf(one.path), one]));
  }

  named(name: string): Operation | undefined {
    return this.#byName.get(name);
  }

  /** `GET /transactions/{id}/` for `POST /transactions/{id}/void/`; undefined if there is none. */
  readOf({ path }: Operation): Operation | undefined {
    const parts = path.split('/').filter(part => part !== '');
    for (let end = parts.length; end > 0; end -= 1) {
      if (!parts[end - 1]?.startsWith('{')) continue;
      const read = this.#reads.get(patternOf(`/${parts.slice(0, end).join('/')}/`));
      if (read) return read;
    }
    return undefined;
  }
}

/** `customers` of `/customers/{id}/merge/`, as the audit log names the record. */
export function recordTypeOf({ path }: Operation): string {
  const parts = path.split('/').filter(part => part !== '');
  const named = parts.findIndex(part => part.startsWith('{'));
  return parts[named > 0 ? named - 1 : parts.length - 1] ?? '';
}
