import type { RouteOptions } from 'fastify';
import { tagOf } from './etag.js';
import { isOneRecord, patternOf, type RecordRoutes, recordSchemaOf } from './record-routes.js';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Set for a list whose items may be records: the pattern of one of them. */
    itemPattern?: string;
  }
}

const ETAGS = {
  type: 'boolean',
  description: 'Adds to each item the ETag that a GET of it answers with, for `If-Match`',
};
const ETAG = {
  type: 'string',
  description: 'In a list that was asked for `etags`; else the header of the answer has it',
};

type ListSchema = { type?: string; items?: object };
type List = { schema: NonNullable<RouteOptions['schema']>; items: object };

const listIn = ({ schema }: RouteOptions): ListSchema | undefined => {
  const answer = (schema?.response as Record<string, ListSchema> | undefined)?.[200];
  return answer?.type === 'array' && answer.items ? answer : undefined;
};

/**
 * Declares `etags` at a list, and the field that it adds in the schema of the records themselves: a
 * copy for each list would make the API description a tenth larger.
 */
function offer({ schema, items }: List): void {
  const query = (schema.querystring ?? {}) as { properties?: object };
  schema.querystring = { ...query, properties: { ...query.properties, etags: ETAGS } };
  const { properties } = items as { properties?: Record<string, object> };
  if (properties) properties.etag = ETAG;
}

/**
 * Lists whose items have the schema of their GET route take `etags=true`. A list and the route of
 * its items come in either order; schemas are compiled after both.
 */
export class ListTags {
  readonly #waiting = new Map<string, List[]>();

  constructor(private readonly records: RecordRoutes) {}

  /** Called for every GET and HEAD, after `records` knows the route. */
  add(route: RouteOptions): void {
    if (isOneRecord(route.url)) {
      const pattern = patternOf(route.url);
      const schema = recordSchemaOf(route);
      const found = this.#waiting.get(pattern) ?? [];
      for (const list of found.filter(({ items }) => items === schema)) offer(list);
      return;
    }
    const items = listIn(route)?.items;
    if (items === undefined) return;
    const pattern = `${patternOf(route.url)}:/`;
    // A copy, because other routes share the schema.
    route.schema = { ...route.schema };
    route.config = { ...route.config, itemPattern: pattern };
    const list = { schema: route.schema, items };
    if (this.records.schemaOf(pattern) === items) offer(list);
    else this.#waiting.set(pattern, [...(this.#waiting.get(pattern) ?? []), list]);
  }
}

/** The list with the ETag of each item, computed without that field. */
export function withTags(payload: string, untagged: readonly string[]): string {
  const items = JSON.parse(payload) as object[];
  return JSON.stringify(
    items.map(item => ({ ...item, etag: tagOf(JSON.stringify(item), untagged) })),
  );
}
