import { can, maySee, type Principal } from '../access/index.js';
import { isSeq } from './messages.js';

/** The subject of a socket: one till, or the manager view of a store. */
export type Topic = { kind: 'terminal'; terminalId: string } | { kind: 'manager'; storeId: string };

/**
 * A till's socket accepts only its own login. The manager view accepts staff who may decide
 * approvals and read sales at the store, because its messages are about both; an own role may lack
 * one of them.
 */
export function mayListen(principal: Principal, topic: Topic): boolean {
  if (principal.kind !== 'staff') return false;
  if (topic.kind === 'terminal') return principal.till?.terminalId === topic.terminalId;
  const mayRead = can(principal, 'approval.decide') && can(principal, 'sale.read');
  return mayRead && maySee(principal, topic.storeId);
}

const SCHEME = /^(?:bearer|token) +([^\s,]+) *$/i;

/** Browsers cannot set headers on a WebSocket, so the query takes precedence. */
export function tokenOf(query: unknown, authorization: string | undefined): string | undefined {
  const token = parameter(query, 'token');
  if (token !== undefined) return typeof token === 'string' && token !== '' ? token : undefined;
  return SCHEME.exec(authorization ?? '')?.[1];
}

/** The seq from which the client resumes, if it is in the query. */
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

/** Only browsers send `Origin`; it must be an origin of this service. */
export function isOwnOrigin(
  origin: string | undefined,
  ownOrigins: ReadonlySet<string>,
  host: string | undefined,
): boolean {
  if (origin === undefined || ownOrigins.has(origin)) return true;
  return host !== undefined && (origin === `http://${host}` || origin === `https://${host}`);
}
