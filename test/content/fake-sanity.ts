import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

// biome-ignore lint/suspicious/noExplicitAny: documents have fields of every shape
export type FakeDocument = Record<string, any> & { _id: string; _type: string; _rev: string };

type Mutation = Record<string, { id?: string; _id?: string } & Record<string, unknown>>;

/** A fault chosen by a test: a status with a body, a lost answer, or none. */
export type Fault = { status: number; body?: unknown } | 'answer_lost' | undefined;

export type FakeSanity = {
  url: string;
  documents: Map<string, FakeDocument>;
  /** Every committed transaction, in order. */
  commits: { transactionId: string; ids: string[]; mutations: Mutation[] }[];
  /** Number of document requests. */
  reads: string[];
  fault(next: (path: string) => Fault | Promise<Fault>): void;
  /** Called for every changed document, whoever changed it. */
  onChange(listener: (document: FakeDocument, isDeleted: boolean) => void): void;
  /** An edit by an editor. */
  edit(id: string, type: string, fields: object): FakeDocument;
  remove(id: string): FakeDocument | undefined;
  close(): Promise<void>;
};

class Refusal extends Error {
  constructor(
    readonly status: number,
    readonly type: string,
  ) {
    super(type);
  }
}

type Patch = { ifRevisionID?: string; set?: object; unset?: string[] };

function patched(before: FakeDocument | undefined, patch: Patch): object {
  if (!before) throw new Refusal(409, 'documentNotFoundError');
  if (patch.ifRevisionID !== undefined && patch.ifRevisionID !== before._rev) {
    throw new Refusal(409, 'documentRevisionIDDoesNotMatchError');
  }
  const after: Record<string, unknown> = { ...before, ...patch.set };
  for (const field of patch.unset ?? []) delete after[field];
  return after;
}

/** The part of the content system's HTTP API that the service uses, in memory. */
export async function startFakeSanity(): Promise<FakeSanity> {
  const documents = new Map<string, FakeDocument>();
  const commits: FakeSanity['commits'] = [];
  const reads: string[] = [];
  let faultOf: (path: string) => Fault | Promise<Fault> = () => undefined;
  let changed: (document: FakeDocument, isDeleted: boolean) => void = () => undefined;
  let edits = 0;
  let lastTime = 0;

  /** Strictly increasing, so that revisions are ordered by their times. */
  const stamp = (): string => {
    lastTime = Math.max(Date.now(), lastTime + 1);
    return new Date(lastTime).toISOString();
  };

  function apply(next: Map<string, FakeDocument>, rev: string, mutation: Mutation): string {
    const [[name = '', value = {}] = []] = Object.entries(mutation);
    const id = String(value._id ?? value.id);
    const before = next.get(id);
    const put = (document: object) =>
      next.set(id, { ...(document as FakeDocument), _rev: rev, _updatedAt: stamp() });
    if (name === 'create' && before) throw new Refusal(409, 'documentAlreadyExistsError');
    if (name === 'create' || (name === 'createIfNotExists' && !before)) put(value);
    if (name === 'delete') next.delete(id);
    if (name === 'patch') put(patched(before, value as Patch));
    return id;
  }

  function mutate(body: { mutations: Mutation[]; transactionId?: string }) {
    const transactionId = body.transactionId ?? `server-${commits.length}`;
    const next = new Map(documents);
    const ids = body.mutations.map(mutation => apply(next, transactionId, mutation));
    const gone = [...documents.values()].filter(document => !next.has(document._id));
    documents.clear();
    for (const [id, document] of next) documents.set(id, document);
    commits.push({ transactionId, ids, mutations: body.mutations });
    for (const id of new Set(ids)) {
      const document = documents.get(id);
      if (document) changed(document, false);
    }
    for (const document of gone) changed(document, true);
    const results = ids.map(id => ({ id, operation: 'update', document: documents.get(id) }));
    return { transactionId, results };
  }

  function tryToMutate(text: string): { status: number; body: unknown } {
    try {
      return { status: 200, body: mutate(JSON.parse(text)) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      const description = error.type;
      const items = [{ error: { type: error.type, description } }];
      return {
        status: error.status,
        body: { error: { type: 'mutationError', description, items } },
      };
    }
  }

  function find(path: string): unknown {
    const [, id] = /\/data\/doc\/production\/([^?]+)/.exec(path) ?? [];
    if (id !== undefined) {
      reads.push(decodeURIComponent(id));
      const document = documents.get(decodeURIComponent(id));
      return { documents: document ? [document] : [], omitted: [] };
    }
    const type = new URL(path, 'http://host').searchParams.get('$type');
    const found = [...documents.values()]
      .filter(document => type === null || document._type === JSON.parse(type))
      .sort((a, b) => (a._id < b._id ? -1 : 1));
    return { result: found };
  }

  const historyOf = (path: string): string =>
    commits
      .filter(({ ids }) => ids.some(item => path.includes(item)))
      .map(({ transactionId, mutations }) =>
        JSON.stringify({ id: transactionId, timestamp: stamp(), mutations }),
      )
      .reverse()
      .join('\n');

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url ?? '';
    const send = (status: number, body: unknown): void => {
      const type = typeof body === 'string' ? 'application/x-ndjson' : 'application/json';
      response.writeHead(status, { 'content-type': type });
      response.end(typeof body === 'string' ? body : JSON.stringify(body));
    };
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers.authorization !== 'Bearer sanity-token') return send(401, {});
    const fault = await faultOf(path);
    if (typeof fault === 'object') return send(fault.status, fault.body ?? {});
    if (path.includes('/data/mutate/production?')) {
      const { status, body } = tryToMutate(Buffer.concat(chunks).toString('utf8'));
      if (fault === 'answer_lost') request.socket.destroy();
      else send(status, body);
    } else if (path.includes('/data/history/')) send(200, historyOf(path));
    else send(200, find(path));
  }

  const server = createServer((request, response) => void answer(request, response));
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    documents,
    commits,
    reads,
    fault: next => {
      faultOf = next;
    },
    onChange: listener => {
      changed = listener;
    },
    edit(id, type, fields) {
      edits += 1;
      const document = {
        ...(documents.get(id) ?? { _id: id, _type: type }),
        ...fields,
        _rev: `edit-${edits}`,
        _updatedAt: stamp(),
      } as FakeDocument;
      documents.set(id, document);
      changed(document, false);
      return document;
    },
    remove(id) {
      const document = documents.get(id);
      documents.delete(id);
      if (document) changed(document, true);
      return document;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

export const sanityEnv = (fake: FakeSanity): Record<string, string> => ({
  CMS_PROJECT_ID: 'project',
  CMS_API_TOKEN: 'sanity-token',
  CMS_API_HOST: fake.url,
});
