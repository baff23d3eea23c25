import { createHash, createHmac } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { ConfigError } from '../../src/config.js';
import { createFileStore } from '../../src/platform/files/index.js';
import { testConfig } from '../support/config.js';

const SECRET = 'a-secret';
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');
const hmac = (key: string | Buffer, text: string): Buffer =>
  createHmac('sha256', key).update(text).digest();

/** The signature of AWS, version 4, computed from the request as it arrived. */
function isSigned(request: IncomingMessage): boolean {
  const header = String(request.headers.authorization);
  const shape =
    /^AWS4-HMAC-SHA256 Credential=key-1\/(\d{8})\/eu-north-1\/s3\/aws4_request, SignedHeaders=([^,]+), Signature=([0-9a-f]{64})$/;
  const [, day = '', names = '', signature] = shape.exec(header) ?? [];
  const url = new URL(request.url ?? '', 'http://store');
  const query = [...url.searchParams]
    .map(pair => pair.map(encodeURIComponent).join('='))
    .sort()
    .join('&');
  const headers = names.split(';').map(name => `${name}:${request.headers[name]}\n`);
  const hash = request.headers['x-amz-content-sha256'];
  const canonical = [request.method, url.pathname, query, headers.join(''), names, hash].join('\n');
  const scope = `${day}/eu-north-1/s3/aws4_request`;
  const text = ['AWS4-HMAC-SHA256', request.headers['x-amz-date'], scope, sha256(canonical)];
  const key = ['eu-north-1', 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => hmac(made, part),
    hmac(`AWS4${SECRET}`, day),
  );
  return signature === hmac(key, text.join('\n')).toString('hex');
}

const stored = new Map<string, Buffer>();
let failures = 0;
let server: Server;
let endpoint: string;

/** A bucket that lists two files per page. */
function list(after: string): string {
  const names = [...stored.keys()].sort().filter(name => name > after);
  const page = names.slice(0, 2);
  const entries = page.map(
    name =>
      `<Contents><Key>${name}</Key><LastModified>2026-01-31T09:00:00.000Z</LastModified></Contents>`,
  );
  const next = names.length > 2 ? `<NextContinuationToken>${page[1]}</NextContinuationToken>` : '';
  return `<ListBucketResult>${entries.join('')}${next}</ListBucketResult>`;
}

beforeAll(async () => {
  server = createServer(async (request, reply) => {
    const body = await buffer(request);
    const url = new URL(request.url ?? '', 'http://store');
    const name = url.pathname.replace('/pictures/', '');
    if (!isSigned(request)) return reply.writeHead(403).end();
    if (failures > 0) {
      failures -= 1;
      return reply.writeHead(503).end();
    }
    if (url.searchParams.has('list-type')) {
      return reply.end(list(url.searchParams.get('continuation-token') ?? ''));
    }
    if (request.method === 'PUT') stored.set(name, body);
    if (request.method === 'DELETE') stored.delete(name);
    if (request.method !== 'GET') return reply.writeHead(200).end();
    const found = stored.get(name);
    return found ? reply.end(found) : reply.writeHead(404).end('<Error/>');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => void server.close());

const envWith = (change: Record<string, string>) => ({
  MEDIA_S3_ENDPOINT: endpoint,
  MEDIA_S3_REGION: 'eu-north-1',
  MEDIA_S3_BUCKET: 'pictures',
  MEDIA_S3_ACCESS_KEY: 'key-1',
  MEDIA_S3_SECRET_KEY: SECRET,
  ...change,
});

it('stores, reads, lists and removes files in a bucket', async () => {
  const store = createFileStore(testConfig(envWith({})));
  const names = ['aa-1.webp', 'bb-2.avif', 'cc-3.webp'];
  for (const name of names) await store.put(name, Buffer.from(`content of ${name}`));
  const file = await store.open('bb-2.avif');
  expect(file?.bytes).toBe(20);
  expect(String(Buffer.concat((await file?.content.toArray()) ?? []))).toBe('content of bb-2.avif');
  expect(await store.open('dd-4.webp')).toBeUndefined();
  const listed = [];
  for await (const each of store.list()) listed.push(each);
  const writtenAt = new Date('2026-01-31T09:00:00Z');
  expect(listed).toEqual(names.map(name => ({ name, writtenAt })));
  await store.remove(['aa-1.webp', 'cc-3.webp', 'dd-4.webp']);
  expect([...stored.keys()]).toEqual(['bb-2.avif']);
});

it('tries again after an error of the store, and reports one that stays', async () => {
  const store = createFileStore(testConfig(envWith({})));
  failures = 1;
  await store.put('ee-5.webp', Buffer.from('x'));
  expect(stored.has('ee-5.webp')).toBe(true);
  const wrong = createFileStore(testConfig(envWith({ MEDIA_S3_SECRET_KEY: 'another' })));
  await expect(wrong.put('ff-6.webp', Buffer.from('x'))).rejects.toThrow('answered 403 to PUT');
  expect(stored.has('ff-6.webp')).toBe(false);
});

it('needs all its settings', () => {
  expect(() => testConfig({ MEDIA_S3_BUCKET: 'pictures' })).toThrow(ConfigError);
  expect(testConfig().mediaS3).toBeUndefined();
});
