import { patternOf, type RecordRoutes } from '../http/records/record-routes.js';

/** What a route does to which record, read from its method and path. */
export type AuditedRoute = {
  recordType: string;
  action: string;
  /** The GET route of the record; undefined if it has none. */
  pattern: string | undefined;
  /** How many parameters of the path name the record; 0 if the call creates it. */
  keys: number;
};

const VERBS: Record<string, string> = {
  POST: 'create',
  PUT: 'update',
  PATCH: 'update',
  DELETE: 'delete',
};

/** Two paths of one record. */
const SAME: Record<string, string> = { 'sale-transactions': 'transactions' };

const isParameter = (part: string | undefined): boolean => part?.startsWith(':') === true;
const pathOf = (parts: readonly string[]): string => patternOf(`/${parts.join('/')}/`);

/** `price-lists` of `/price-lists/:id/`, `shifts` of `/cash-management/shifts/:id/close/`. */
const typeOf = (parts: readonly string[]): string => {
  const name = parts.findLast(part => !isParameter(part)) ?? 'service';
  return SAME[name] ?? name;
};

function actionOf(method: string, rest: readonly string[]): string {
  const named = rest.filter(part => !isParameter(part)).join('.');
  if (named === '') return VERBS[method] ?? method.toLowerCase();
  return method === 'POST' && !isParameter(rest.at(-1)) ? named : `${named}.${VERBS[method]}`;
}

/**
 * `POST /transactions/:id/void/` voids a transaction, `POST /prices/bulk/` changes prices, `PATCH
 * /products/:product/pictures/:id/` changes a product: the record is the longest part of the path
 * that can be read, else the first that has an id.
 */
export function describeRoute(method: string, url: string, records: RecordRoutes): AuditedRoute {
  const parts = url.split('/').filter(part => part !== '');
  const ends = parts.map((_, at) => at + 1).reverse();
  const cut = (end: number) => ({ own: parts.slice(0, end), rest: parts.slice(end) });
  const readable = ends.find(
    end => isParameter(parts[end - 1]) && records.has(pathOf(cut(end).own)),
  );
  const named = readable ?? parts.findIndex(isParameter) + 1;
  if (named > 0) {
    const { own, rest } = cut(named);
    return {
      recordType: typeOf(own),
      action: actionOf(method, rest),
      pattern: readable === undefined ? undefined : pathOf(own),
      keys: own.filter(isParameter).length,
    };
  }
  const created = ends.find(end => records.has(pathOf([...cut(end).own, ':'])));
  const { own, rest } = cut(created ?? endOfList(method, parts));
  return {
    recordType: typeOf(own),
    action: actionOf(method, rest),
    pattern: created === undefined ? undefined : pathOf([...own, ':']),
    keys: 0,
  };
}

/** Without records to read, `/pos/cash-drawer/` is a list and `/auth/logout/` an action. */
function endOfList(method: string, parts: readonly string[]): number {
  const isAction = method === 'POST' && parts.filter(part => part !== 'pos').length > 1;
  return isAction ? parts.length - 1 : parts.length;
}
