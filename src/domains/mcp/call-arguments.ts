import { createHash } from 'node:crypto';
import { invalidField } from '../../platform/http/failure.js';
import { canonical } from '../../platform/http/idempotency-rules.js';
import type { Operation } from './operations.js';

type Fields = Record<string, unknown>;

/** What a tool is called with. */
export type CallArguments = {
  path: Fields;
  query: Fields;
  body: unknown;
  idempotencyKey: string | undefined;
  ifMatch: string | undefined;
  approvalRequestId: string | undefined;
};

export function readArguments(sent: Fields): CallArguments {
  return {
    path: fieldsOf(sent, 'path'),
    query: fieldsOf(sent, 'query'),
    body: sent.body,
    idempotencyKey: textOf(sent, 'idempotency_key'),
    ifMatch: textOf(sent, 'if_match'),
    approvalRequestId: textOf(sent, 'approval_request_id'),
  };
}

function fieldsOf(sent: Fields, name: string): Fields {
  const value = sent[name] ?? {};
  if (typeof value === 'object' && !Array.isArray(value)) return value as Fields;
  throw invalidField(name, 'Must be an object.');
}

/** A header takes printable ASCII only. */
const HEADER_TEXT = /^[\x20-\x7e]{1,255}$/;

function textOf(sent: Fields, name: string): string | undefined {
  const value = sent[name] ?? undefined;
  if (value === undefined) return undefined;
  if (typeof value === 'string' && HEADER_TEXT.test(value)) return value;
  throw invalidField(name, 'Must be a text of at most 255 printable ASCII characters.');
}

/** The address of a call. A segment of dots would lead to another operation. */
export function addressOf({ path }: Pick<Operation, 'path'>, args: CallArguments): string {
  const address = path.replaceAll(/\{([^}]+)\}/g, (_, name: string) => {
    const value = args.path[name];
    const text = typeof value === 'string' || typeof value === 'number' ? String(value) : '';
    if (/^\.{0,2}$/.test(text)) throw invalidField(`path.${name}`, 'This field is required.');
    return encodeURIComponent(text);
  });
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(args.query)) {
    for (const item of [value].flat()) {
      if (typeof item === 'object' && item !== null) {
        throw invalidField(`query.${name}`, 'Must be a text, a number or a list of them.');
      }
      if (item !== null) query.append(name, String(item));
    }
  }
  return query.size === 0 ? address : `${address}?${query}`;
}

/** Two calls with the same hash do the same: same operation, same record, same body. */
export const hashOfCall = ({ name }: Operation, { path, query, body }: CallArguments): string =>
  createHash('sha256')
    .update(canonical({ name, path, query, body: body ?? null }))
    .digest('hex');
