import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createLog } from '../../src/platform/log.js';
import { openShop, type Shop } from '../support/service.js';

const LEVELS = ['trace', 'debug', 'info', 'error'] as const;

const MALFORMED: [what: string, bytes: Buffer | string][] = [
  ['no HTTP at all', 'this is not http\r\n\r\n'],
  ['a broken method', 'G\0T / HTTP/1.1\r\nHost: shop\r\n\r\n'],
  ['a broken header', 'GET / HTTP/1.1\r\nHost: shop\r\nBad Header : x\r\n\r\n'],
  ['random bytes', Buffer.from(Array.from({ length: 256 }, (_, byte) => byte))],
  ['a TLS greeting', Buffer.from([0x16, 0x03, 0x01, 0x02, 0x00, 0x01, 0x00, 0x01, 0xfc, 0x03])],
  ['two lengths', 'POST / HTTP/1.1\r\nHost: s\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nx'],
  ['a card number as method', '4242424242424242 / HTTP/1.1\r\n\r\n'],
];

async function send(port: number, bytes: Buffer | string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', text => {
    answer += text;
  });
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(bytes);
  await closed;
  return answer;
}

describe.each(LEVELS)('with the log level %s', level => {
  const lines: string[] = [];
  let shop: Shop;
  let port: number;
  beforeAll(async () => {
    const log = createLog(level, { write: line => void lines.push(line) });
    shop = await openShop({ background: false, log });
    await shop.app.listen({ host: '127.0.0.1', port: 0 });
    port = (shop.app.server.address() as AddressInfo).port;
  });
  afterAll(() => shop.close());

  it.each(MALFORMED)('%s is answered in the documented shape', async (_, bytes) => {
    const [head = '', body = ''] = (await send(port, bytes)).split('\r\n\r\n');
    expect(head).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(head).toMatch(/\r\nX-Request-Id: [\da-f-]{36}(\r\n|$)/);
    expect(JSON.parse(body)).toEqual({
      detail: 'This is not a valid HTTP request.',
      code: 'MALFORMED_REQUEST',
    });
    expect((await fetch(`http://127.0.0.1:${port}/pos/health/`)).status).toBe(200);
    expect(lines.join('')).not.toContain('4242424242424242');
  });

  it('headers that are too large are answered in the documented shape', async () => {
    const answer = await send(
      port,
      `GET / HTTP/1.1\r\nHost: s\r\nX: ${'x'.repeat(40_000)}\r\n\r\n`,
    );
    expect(answer).toMatch(/^HTTP\/1\.1 431 /);
    expect(answer).toContain('"code":"HEADERS_TOO_LARGE"');
  });
});
