import { SECOND_MS } from '../../../platform/clock.js';
import { type ContentDocument, isObject, updatedAtOf } from '../documents/document.js';
import {
  type Connector,
  ConnectorError,
  type Revision,
  RevisionConflict,
  type Write,
  type Written,
} from './connector.js';

const API_VERSION = 'v2021-06-07';
const TIMEOUT_MS = 10 * SECOND_MS;
const MAX_ANSWER_BYTES = 16 * 1024 * 1024;

export type SanityOptions = { host: string; token: string; dataset: string };

/** The content system over its HTTP API. */
export function sanityConnector(options: SanityOptions): Connector {
  const dataset = encodeURIComponent(options.dataset);
  const call = (path: string, init: Call = {}) => ask(options, path, init);

  return {
    name: 'sanity',
    async get(id, deadline) {
      const path = `/data/doc/${dataset}/${encodeURIComponent(id)}`;
      const { documents } = asObject(await call(path, { deadline }));
      return Array.isArray(documents) ? documents.find(isDocument) : undefined;
    },
    async list(type, after, limit) {
      const only = type === undefined ? '' : ' && _type == $type';
      const query = `*[_id > $after && !(_id in path("drafts.**"))${only}] | order(_id) [0...${limit}]`;
      const params = new URLSearchParams({ query, $after: JSON.stringify(after) });
      if (type !== undefined) params.set('$type', JSON.stringify(type));
      const { result } = asObject(await call(`/data/query/${dataset}?${params}`));
      return Array.isArray(result) ? result.filter(isDocument) : [];
    },
    async revisions(id, limit) {
      const path = `/data/history/${dataset}/transactions/${encodeURIComponent(id)}`;
      const lines = await call(`${path}?excludeContent=true&reverse=true&limit=${limit}`, {
        lines: true,
      });
      return Array.isArray(lines) ? lines.flatMap(line => revisionOf(line, id)) : [];
    },
    async write(rev, writes) {
      const body = { transactionId: rev, mutations: writes.flatMap(mutationsOf) };
      const answer = asObject(
        await call(`/data/mutate/${dataset}?returnIds=true&returnDocuments=true&visibility=async`, {
          body,
        }),
      );
      return writes.map(write => writtenBy(answer, write, rev));
    },
  };
}

/**
 * A document that exists is patched, never replaced: editors keep fields there that we know nothing
 * of. Without a revision to go by, it is made first if it is not there.
 */
function mutationsOf(write: Write): object[] {
  if (write.operation === 'delete') return [{ delete: { id: write.id } }];
  const entries = Object.entries(write.fields);
  const set = Object.fromEntries(entries.filter(([, value]) => value !== null));
  const unset = entries.filter(([, value]) => value === null).map(([name]) => name);
  const whole = { _id: write.id, _type: write.type, ...set };
  if (write.ifRev === null) return [{ create: whole }];
  const patch = { id: write.id, set, ...(unset.length > 0 && { unset }) };
  return write.ifRev === undefined
    ? [{ createIfNotExists: whole }, { patch }]
    : [{ patch: { ...patch, ifRevisionID: write.ifRev } }];
}

/** An answer without the document's id is passed on as such: somebody has to look at it. */
function writtenBy(answer: Record<string, unknown>, write: Write, rev: string): Written {
  const results = Array.isArray(answer.results) ? answer.results.filter(isObject) : [];
  const result = results.findLast(item => item.id === write.id);
  const document = isDocument(result?.document) ? result.document : undefined;
  const transaction = typeof answer.transactionId === 'string' ? answer.transactionId : rev;
  return {
    id: result === undefined ? '' : write.id,
    rev: document?._rev ?? transaction,
    updatedAt: (document && updatedAtOf(document)) ?? null,
  };
}

function revisionOf(line: unknown, id: string): Revision[] {
  if (!isObject(line) || typeof line.id !== 'string') return [];
  const mutations = Array.isArray(line.mutations) ? line.mutations.filter(isObject) : [];
  const isDelete = mutations.some(({ delete: gone }) => isObject(gone) && gone.id === id);
  return [
    {
      rev: line.id,
      recordedAt: String(line.timestamp ?? ''),
      operation: isDelete ? 'delete' : 'save',
    },
  ];
}

type Call = { body?: object; deadline?: AbortSignal; lines?: boolean };

async function ask(options: SanityOptions, path: string, call: Call): Promise<unknown> {
  const timeout = AbortSignal.timeout(TIMEOUT_MS);
  const signal = call.deadline ? AbortSignal.any([timeout, call.deadline]) : timeout;
  let status: number;
  let text: string;
  try {
    const response = await fetch(`${options.host}/${API_VERSION}${path}`, {
      method: call.body ? 'POST' : 'GET',
      headers: {
        authorization: `Bearer ${options.token}`,
        accept: 'application/json',
        ...(call.body && { 'content-type': 'application/json' }),
      },
      body: call.body ? JSON.stringify(call.body) : null,
      redirect: 'error',
      signal,
    });
    status = response.status;
    text = await response.text();
  } catch (error) {
    const reason = signal.aborted ? 'did not answer in time' : 'could not be reached';
    throw new ConnectorError(`the content system ${reason}`, { cause: error });
  }
  if (text.length > MAX_ANSWER_BYTES) throw new ConnectorError('the answer is too large');
  if (status === 404 && call.body === undefined) return {};
  if (status < 200 || status > 299) throw refusal(status, text);
  return call.lines ? linesOf(text) : jsonOf(text);
}

/** The document changed, exists already or is gone: all mean that we judged by another one. */
const CONFLICTS =
  /documentRevisionIDDoesNotMatch|documentAlreadyExists|documentNotFound|unexpected revision/i;

function refusal(status: number, text: string): Error {
  const { error } = asObject(jsonOf(text));
  const described = isObject(error) && typeof error.description === 'string';
  const why = described ? `: ${String(error.description).slice(0, 200)}` : '';
  if (status === 409 || CONFLICTS.test(text)) return new RevisionConflict(`conflict${why}`);
  return new ConnectorError(`the content system answered ${status}${why}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap(line => (line.trim() === '' ? [] : [jsonOf(line)]));

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const isDocument = (value: unknown): value is ContentDocument =>
  isObject(value) && typeof value._id === 'string' && typeof value._type === 'string';
