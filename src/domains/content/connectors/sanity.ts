import type { Mutation, SanityClient, SanityDocument } from '@sanity/client';
import { SECOND_MS } from '../../../platform/clock.js';
import { traceOutgoing } from '../../../platform/tracing/outgoing.js';
import { type ContentDocument, isObject, updatedAtOf } from '../documents/document.js';
import {
  type Connector,
  ConnectorError,
  type Revision,
  RevisionConflict,
  type Write,
  type Written,
} from './connector.js';

/** Later API versions return only published documents by default. */
const API_VERSION = '2021-06-07';
const TIMEOUT_MS = 10 * SECOND_MS;

export type SanityOptions = {
  projectId: string | undefined;
  /** Overrides the project's API host. */
  host: string | undefined;
  token: string;
  dataset: string;
};

/** Sanity, through its official client. */
export function sanityConnector(options: SanityOptions): Connector {
  const { dataset } = options;
  let client: Promise<SanityClient> | undefined;

  async function call<T>(
    request: (client: SanityClient, signal: AbortSignal) => Promise<T>,
    deadline?: AbortSignal,
  ): Promise<T> {
    const timeout = AbortSignal.timeout(TIMEOUT_MS);
    const signal = deadline ? AbortSignal.any([timeout, deadline]) : timeout;
    client ??= connect(options);
    try {
      const sanity = await client;
      return await traceOutgoing({ method: 'POST', host: hostOf(options) }, ({ traceparent }) =>
        request(traceparent ? sanity.withConfig({ headers: { traceparent } }) : sanity, signal),
      );
    } catch (error) {
      throw toConnectorError(error, signal);
    }
  }

  return {
    name: 'sanity',
    get: (id, deadline) =>
      call(async (sanity, signal) => {
        const found = await sanity.getDocument(id, { signal });
        return isDocument(found) ? found : undefined;
      }, deadline),
    list: (type, after, limit) =>
      call(async (sanity, signal) => {
        const only = type === undefined ? '' : ' && _type == $type';
        const query = `*[_id > $after && !(_id in path("drafts.**"))${only}] | order(_id) [0...${limit}]`;
        const params = type === undefined ? { after } : { after, type };
        const found = await sanity.fetch<unknown>(query, params, { signal });
        return Array.isArray(found) ? found.filter(isDocument) : [];
      }),
    revisions: (id, limit) =>
      call(async (sanity, signal) => {
        const text = await sanity.request<string>({
          uri: `/data/history/${dataset}/transactions/${encodeURIComponent(id)}`,
          query: { excludeContent: 'true', reverse: 'true', limit: String(limit) },
          signal,
        });
        return linesOf(text).flatMap(line => revisionOf(line, id));
      }),
    write: (rev, writes) =>
      call(async (sanity, signal) => {
        const documents = await sanity.mutate(writes.flatMap(mutationsOf), {
          transactionId: rev,
          returnDocuments: true,
          returnFirst: false,
          visibility: 'async',
          signal,
        });
        return writes.map(write => writtenBy(documents, write, rev));
      }),
  };
}

const hostOf = ({ host, projectId }: SanityOptions): string =>
  host ? new URL(host).hostname : `${projectId}.api.sanity.io`;

/**
 * The library loads on the first call, so an installation without Sanity never loads it. Client
 * retries are off: the outbound queue retries with back-off, and a manual sync must answer fast.
 */
async function connect({ projectId, host, token, dataset }: SanityOptions): Promise<SanityClient> {
  const { createClient } = await import('@sanity/client');
  return createClient({
    projectId,
    dataset,
    token,
    apiVersion: API_VERSION,
    useCdn: false,
    timeout: TIMEOUT_MS,
    maxRetries: 0,
    ...(host && { apiHost: host, useProjectHostname: false }),
  });
}

/**
 * Patches an existing document instead of replacing it, because editors keep fields in it that this
 * service does not know. Without an expected revision the document is created if it does not exist.
 */
function mutationsOf(write: Write): Mutation[] {
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

/** An empty `id` means that the response does not contain the written document. */
function writtenBy(
  documents: readonly (SanityDocument | null | undefined)[],
  write: Write,
  rev: string,
): Written {
  const document = documents.findLast(item => item?._id === write.id);
  const isConfirmed = write.operation === 'delete' || document !== undefined;
  return {
    id: isConfirmed ? write.id : '',
    rev: document?._rev ?? rev,
    updatedAt: (isDocument(document) && updatedAtOf(document)) || null,
  };
}

function revisionOf(line: unknown, id: string): Revision[] {
  if (!isObject(line) || typeof line.id !== 'string') return [];
  const mutations = Array.isArray(line.mutations) ? line.mutations.filter(isObject) : [];
  const isDelete = mutations.some(
    mutation => isObject(mutation.delete) && mutation.delete.id === id,
  );
  return [
    {
      rev: line.id,
      recordedAt: String(line.timestamp ?? ''),
      operation: isDelete ? 'delete' : 'save',
    },
  ];
}

/** The document changed, exists already or was deleted: the expected revision is outdated. */
const CONFLICTS =
  /documentRevisionIDDoesNotMatch|documentAlreadyExists|documentNotFound|unexpected revision/i;

/** Writes messages for staff; those of the client contain URLs and traces. */
function toConnectorError(cause: unknown, signal: AbortSignal): Error {
  const { statusCode: status, response } = asObject(cause);
  if (typeof status !== 'number') {
    const reason = signal.aborted ? 'did not answer in time' : 'could not be reached';
    return new ConnectorError(`the content system ${reason}`, { cause });
  }
  const { body } = asObject(response);
  const { description } = asObject(asObject(body).error);
  const why = typeof description === 'string' ? `: ${description.slice(0, 200)}` : '';
  if (status === 409 || CONFLICTS.test(JSON.stringify(body ?? ''))) {
    return new RevisionConflict(`conflict${why}`, { cause });
  }
  return new ConnectorError(`the content system answered ${status}${why}`, { cause });
}

/** Parses newline-delimited JSON. */
const linesOf = (text: string): unknown[] =>
  text.split('\n').flatMap(line => (line.trim() === '' ? [] : [JSON.parse(line)]));

const asObject = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});

const isDocument = (value: unknown): value is ContentDocument =>
  isObject(value) && typeof value._id === 'string' && typeof value._type === 'string';
