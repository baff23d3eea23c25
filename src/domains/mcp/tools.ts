import type { Tool } from '@modelcontextprotocol/sdk/types.js';
import { invalidField } from '../../platform/http/failure.js';
import type { Node } from '../../platform/http/schema-tree.js';
import type { Operation } from './operations.js';

const text = (description: string): Node => ({ type: 'string', maxLength: 255, description });

const WRITE_FIELDS: Node = {
  approval_request_id: text('After APPROVAL_NEEDED, once a person has approved the request.'),
  idempotency_key: text('Repeats of the call with the same key take effect once.'),
  if_match: text('The etag of the record; the change is refused if the record differs.'),
};

const isRead = ({ method }: Operation): boolean => method === 'get';

/** One tool per operation: its arguments are those of the route, in `path`, `query` and `body`. */
export function toolOf(operation: Operation): Tool {
  const { name, method, path, summary, permission, params, query, body, needsBody } = operation;
  const properties: Node = {
    ...(params && { path: params }),
    ...(query && { query }),
    ...(body && { body }),
    ...(!isRead(operation) && WRITE_FIELDS),
  };
  const needsQuery = ((query?.required ?? []) as string[]).length > 0;
  const required = [params && 'path', needsQuery && 'query', needsBody && 'body'];
  return {
    name,
    title: summary,
    description: `${summary}. ${method.toUpperCase()} ${path}, needs the right ${permission}.`,
    inputSchema: {
      type: 'object',
      properties: properties as Record<string, object>,
      required: required.filter(part => typeof part === 'string'),
      additionalProperties: false,
    },
    annotations: {
      title: summary,
      readOnlyHint: isRead(operation),
      destructiveHint: method === 'delete',
      idempotentHint: isRead(operation) || method === 'put' || method === 'delete',
      openWorldHint: false,
    },
  };
}

const ANY_OBJECT = { type: 'object', additionalProperties: true };

/** Three tools that find, describe and call operations, for programs that take few tools. */
export const COMPACT_TOOLS: readonly Tool[] = [
  {
    name: 'search_operations',
    title: 'Find operations',
    description: 'Lists operations that you may call whose name, path, area or summary match.',
    inputSchema: {
      type: 'object',
      properties: {
        text: { type: 'string', maxLength: 200, description: 'Words, all of which must occur' },
        limit: { type: 'integer', minimum: 1, maximum: 100, default: 20 },
      },
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'describe_operation',
    title: 'Describe an operation',
    description: 'The arguments of an operation as JSON schema.',
    inputSchema: {
      type: 'object',
      properties: { name: { type: 'string', maxLength: 200 } },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: true, openWorldHint: false },
  },
  {
    name: 'call_operation',
    title: 'Call an operation',
    description: 'Calls an operation with the arguments that describe_operation names.',
    inputSchema: {
      type: 'object',
      properties: {
        name: { type: 'string', maxLength: 200 },
        path: ANY_OBJECT,
        query: ANY_OBJECT,
        body: ANY_OBJECT,
        ...(WRITE_FIELDS as Record<string, object>),
      },
      required: ['name'],
      additionalProperties: false,
    },
    annotations: { readOnlyHint: false, openWorldHint: false },
  },
];

const DEFAULT_FOUND = 20;
const MAX_FOUND = 100;

/** The answer of `search_operations`. */
export function searchOperations(
  operations: readonly Operation[],
  { text: sought = '', limit = DEFAULT_FOUND }: { text?: unknown; limit?: unknown },
) {
  if (typeof sought !== 'string') throw invalidField('text', 'Must be a text.');
  const words = sought.toLowerCase().split(/\s+/).filter(Boolean);
  const matches = operations.filter(({ name, path, tags, summary }) => {
    const described = `${name} ${path} ${tags.join(' ')} ${summary}`.toLowerCase();
    return words.every(word => described.includes(word));
  });
  const count = Math.min(MAX_FOUND, Math.max(1, Math.floor(Number(limit)) || DEFAULT_FOUND));
  return {
    total: matches.length,
    operations: matches.slice(0, count).map(({ name, method, path, summary }) => ({
      name,
      summary,
      call: `${method.toUpperCase()} ${path}`,
    })),
  };
}
