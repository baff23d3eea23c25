import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let port: number;
beforeAll(async () => {
  shop = await openShop({ background: false, env: { REQUEST_TIMEOUT_MS: '1000' } });
  await shop.app.listen({ host: '127.0.0.1', port: 0 });
  port = (shop.app.server.address() as AddressInfo).port;
});
afterAll(() => shop.close());

/** Sends the head and then single bytes until the service closes the connection. */
async function trickle(head: string, endless: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('utf8').on('data', text => {
    answer += text;
  });
  // Writing after the service has closed is an error, which this test expects.
  socket.on('error', () => undefined);
  const closed = once(socket, 'close');
  socket.write(head);
  await goOn(socket, endless);
  await closed;
  return answer;
}

async function goOn(socket: Socket, endless: string): Promise<void> {
  while (!socket.destroyed && !socket.readableEnded) {
    socket.write(endless);
    await pause(50);
  }
}

const serves = async (): Promise<number> =>
  (await fetch(`http://127.0.0.1:${port}/pos/health/`)).status;

const post = (path: string, more = '') =>
  `POST ${path} HTTP/1.1\r\nHost: shop\r\nContent-Type: application/json\r\n${more}`;

describe('a slow client', () => {
  it.each([
    ['with a body', `${post('/auth/login/', 'Content-Length: 1000\r\n')}\r\n{`, ' '],
    [
      'with a chunked body',
      `${post('/auth/login/', 'Transfer-Encoding: chunked\r\n')}\r\n`,
      '1\r\n \r\n',
    ],
    [
      'with the body of a webhook',
      `${post('/payments/webhook/primary/', 'Content-Length: 1000\r\n')}\r\n{`,
      ' ',
    ],
    ['with its headers', post('/auth/login/'), 'X'],
    ['without a first byte', '', ''],
  ])('%s is disconnected, and others are served meanwhile', async (_, head, endless) => {
    const cutOff = trickle(head, endless);
    expect(await serves()).toBe(200);
    const answer = await cutOff;
    expect(answer).toMatch(/^(HTTP\/1\.1 408 |$)/);
    if (answer !== '') {
      expect(answer).toMatch(/\r\nX-Request-Id: [\da-f-]{36}\r\n/);
      expect(answer).toContain('"code":"REQUEST_TIMEOUT"');
    }
    expect(await serves()).toBe(200);
  });

  it('with the body of a refused request is answered and disconnected', async () => {
    const refused = `${post('/cash-drawer/', 'Content-Length: 1000\r\n')}\r\n{`;
    expect(await trickle(refused, ' ')).toMatch(/^HTTP\/1\.1 401 /);
    expect(await serves()).toBe(200);
  });
});
