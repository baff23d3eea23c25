import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { createServer, type Server } from 'node:tls';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { certificateEnd } from '../../src/domains/payments/processors/watch-certificates.js';
import { openShop } from '../support/service.js';

/** A certificate for localhost that signs itself, and its key, which is used here only. */
const fixture = (name: string): string =>
  readFileSync(new URL(`./fixtures/${name}.pem`, import.meta.url), 'utf8');
const ENDS = '2126-10-24T17:54:31.000Z';

let server: Server;
let port: number;
beforeAll(async () => {
  server = createServer({ cert: fixture('localhost'), key: fixture('localhost-key') });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});
afterAll(() => server.close());

it('reads when a trusted certificate ends', async () => {
  const end = await certificateEnd(`https://localhost:${port}`, [fixture('localhost')]);
  expect(new Date(end).toISOString()).toBe(ENDS);
});

it('takes a certificate of another name or of nobody known as ended', async () => {
  expect(await certificateEnd(`https://127.0.0.1:${port}`, [fixture('localhost')])).toBe(0);
  expect(await certificateEnd(`https://localhost:${port}`)).toBe(0);
});

it('shows processors that charge cards through TLS, and no others', async () => {
  const shop = await openShop({
    background: false,
    clock: { now: () => new Date('2026-03-01T12:00:00Z') },
    env: {
      PRIMARY_API_KEY: 'sk_test_1',
      PRIMARY_API_BASE: `https://localhost:${port}`,
      BANK_API_KEY: 'key',
      BANK_API_BASE: 'http://localhost:1',
    },
  });
  const { text } = await shop.call('GET', '/metrics');
  // Not trusted: it counts as ended in 1970.
  expect(text.match(/^tillhouse_processor_certificate_seconds.*$/gm)).toEqual([
    'tillhouse_processor_certificate_seconds{processor="primary"} -1772366400',
  ]);
  await shop.close();
});
