import { can, maySee, type Principal } from '../access/index.js';
import { isSeq } from './messages.js';

/** What a socket listens at: one till, or a store as its managers see it. */
export type Post = { kind: 'terminal'; terminalId: string } | { kind: 'manager'; storeId: string };

/** At a till only its own login; for managers whoever may decide approvals of that store. */
export function mayListen(principal: Principal, post: Post): boolean {
  if (principal.kind !== 'staff') return false;
  if (post.kind === 'terminal') return principal.till?.terminalId === post.terminalId;
  return can(principal, 'approval.decide') && maySee(principal, post.storeId);
}

const SCHEME = /^(?:bearer|token) +([^\s,]+) *$/i;

/** Browsers cannot send headers with a socket, so the query counts first. */
export function tokenOf(query: unknown, authorization: string | undefined): string | undefined {
  const token = parameter(query, 'token');
  if (token !== undefined) return typeof token === 'string' && token !== '' ? token : undefined;
  return SCHEME.exec(authorization ?? '')?.[1];
}

/** Where the client left off, if it says so when connecting. */
export function afterSeqOf(query: unknown): number | undefined {
  const text = parameter(query, 'after_seq');
  if (typeof text !== 'string' || !/^\d{1,16}$/.test(text)) return undefined;
  const seq = Number(text);
  return isSeq(seq) ? seq : undefined;
}

const parameter = (query: unknown, name: string): unknown =>
  typeof query === 'object' && query !== null && Object.hasOwn(query, name)
    ? (query as Record<string, unknown>)[name]
    : undefined;

/** Programs send no `Origin`; a page that does must be one of ours. */
export function isOwnOrigin(
  origin: string | undefined,
  ownOrigins: ReadonlySet<string>,
  host: string | undefined,
): boolean {
  if (origin === undefined || ownOrigins.has(origin)) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
