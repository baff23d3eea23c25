import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

export type CollectedSpan = {
  name: string;
  kind: number;
  traceId: string;
  spanId: string;
  parentSpanId?: string;
  attributes: Record<string, string | number>;
  links: { traceId: string; spanId: string }[];
  status: number;
};

export type Collector = {
  url: string;
  spans: CollectedSpan[];
  /** The raw request bodies. */
  bodies: string[];
  headers: IncomingHttpHeaders[];
  /** The resource attributes of the last batch. */
  resource(): Record<string, string | number>;
  /** From now on, accepts requests without responding. */
  hang(): void;
  find(wanted: (span: CollectedSpan) => boolean): Promise<CollectedSpan>;
  close(): Promise<void>;
};

type Pairs = { key: string; value: { stringValue?: string; intValue?: number } }[];
const plain = (pairs: Pairs = []): Record<string, string | number> =>
  Object.fromEntries(
    pairs.map(({ key, value }) => [key, value.stringValue ?? Number(value.intValue)]),
  );

/** A minimal OpenTelemetry collector that records the spans it receives. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = [];
  const bodies: string[] = [];
  const headers: IncomingHttpHeaders[] = [];
  let isHanging = false;
  let resource: Record<string, string | number> = {};
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (isHanging) return;
    const text = Buffer.concat(chunks).toString('utf8');
    bodies.push(text);
    headers.push(request.headers);
    for (const part of JSON.parse(text).resourceSpans) {
      resource = plain(part.resource.attributes);
      for (const scope of part.scopeSpans) {
        for (const span of scope.spans) {
          const { attributes, links = [], status } = span;
          spans.push({ ...span, attributes: plain(attributes), links, status: status.code ?? 0 });
        }
      }
    }
    response.writeHead(request.url === '/v1/traces' ? 200 : 404, {
      'content-type': 'application/json',
    });
    response.end('{}');
  });
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    spans,
    bodies,
    headers,
    resource: () => resource,
    hang: () => {
      isHanging = true;
    },
    find: async wanted => {
      for (;;) {
        const found = spans.find(wanted);
        if (found !== undefined) return found;
        await sleep(50);
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}
