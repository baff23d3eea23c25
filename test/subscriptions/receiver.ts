import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo, LookupFunction } from 'node:net';
import type { Reach } from '../../src/platform/outgoing/download.js';

export type Received = { path: string; headers: IncomingHttpHeaders; body: string };

export type Receiver = {
  /** The URL of a registered endpoint; `localNetwork` resolves its name to this machine. */
  url: string;
  received: Received[];
  answer(next: { status: number; body?: string; headers?: Record<string, string> }): void;
  close(): Promise<void>;
};

/** A customer's server that receives events. */
export async function startReceiver(): Promise<Receiver> {
  const received: Received[] = [];
  let reply: Parameters<Receiver['answer']>[0] = { status: 200, body: 'ok' };
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString('utf8');
    received.push({ path: request.url ?? '', headers: request.headers, body });
    response.writeHead(reply.status, reply.headers);
    response.end(reply.body ?? '');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://hooks.example.com:${(server.address() as AddressInfo).port}/in`,
    received,
    answer: next => {
      reply = next;
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const resolveLocally: LookupFunction = (_host, options, callback) => {
  if (options.all) callback(null, [{ address: '127.0.0.1', family: 4 }]);
  else callback(null, '127.0.0.1', 4);
};

/** Resolves every name to this machine, and allows calls to it. */
export const localNetwork: Reach = { lookup: resolveLocally, mayCall: () => true };
