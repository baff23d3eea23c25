import type { Tillhouse } from '@tillhouse/client';

type Call = <Data>(path: string, options: object) => Promise<{ data?: Data; response: Response }>;

/** The ETag of each record that was read, by the record itself. */
const tags = new WeakMap<object, string>();

function remember<Data>({ data, response }: { data?: Data; response: Response }): Data {
  const tag = response.headers.get('etag');
  if (typeof data === 'object' && data !== null && tag !== null) tags.set(data, tag);
  return data as Data;
}

/** Like `answer`, for a record that a form may change afterwards. */
export const tagged = async <Data>(
  call: Promise<{ data?: Data; response: Response }>,
): Promise<Data> => remember(await call);

/** Reads a record by its path. */
export const readTagged = (api: Tillhouse, path: string): Promise<object> =>
  tagged((api.GET as unknown as Call)<object>(path, {}));

/** An item of a list that was asked for `etags` carries its own. */
export const tagOf = (record: object): string | undefined =>
  tags.get(record) ?? (record as { etag?: string }).etag;

/** Spread into the options of a PATCH: `{ params, body, ...condition }`. */
export type Condition = { headers?: Record<string, string> };

export const unchangedSince = (record: object | undefined): Condition => {
  const tag = record && tagOf(record);
  return tag === undefined ? {} : { headers: { 'If-Match': tag } };
};
