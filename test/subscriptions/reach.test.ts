import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { send } from '../../src/platform/outgoing/send.js';
import { isPublicAddress, publicLookupBy } from '../../src/platform/webhooks/public-address.js';
import { localNetwork, type Receiver, startReceiver } from './receiver.js';

/** A server of this machine that no delivery may reach. */
let inside: Receiver;
let port: string;
beforeAll(async () => {
  inside = await startReceiver();
  port = new URL(inside.url).port;
});
afterEach(() => {
  inside.answer({ status: 200 });
  inside.received.length = 0;
});
afterAll(() => inside.close());

const PUBLIC = '203.0.114.7';
const family = (address: string): 4 | 6 => (address.includes(':') ? 6 : 4);

/** A name server whose answers are these, one after the other; the last one stays. */
function nameServer(...answers: string[][]) {
  const asked: string[] = [];
  const lookup = publicLookupBy((hostname, _options, found) => {
    const answer = answers[Math.min(asked.length, answers.length - 1)] ?? [];
    asked.push(hostname);
    found(
      null,
      answer.map((address): LookupAddress => ({ address, family: family(address) })),
    );
  });
  return { asked, reach: { lookup, mayCall: isPublicAddress } };
}

const ask = (lookup: LookupFunction, all: boolean) =>
  new Promise<unknown>((resolve, reject) => {
    lookup('hooks.example.com', { all }, (error, address) =>
      error ? reject(error) : resolve(address),
    );
  });

describe('a delivery', () => {
  it('would reach the server of this machine without the check', async () => {
    expect(await send(inside.url, '{}', {}, localNetwork)).toMatchObject({ status: 200 });
    expect(inside.received).toHaveLength(1);
  });

  it.each([
    [['127.0.0.1']],
    [['::1']],
    [['::ffff:127.0.0.1']],
    [['::ffff:7f00:1']],
    [['::127.0.0.1']],
    [['64:ff9b::127.0.0.1']],
    [['2002:7f00:1::']],
    [['fe80::1']],
    [['fe80::1%lo']],
    [['fd00::1']],
    [['0.0.0.0']],
    [['::']],
    [['169.254.169.254']],
    [['100.64.0.1']],
    [[PUBLIC, '127.0.0.1']],
    [['2606:4700::1', '::1']],
  ])('to a name with the addresses %j is refused', async addresses => {
    const { asked, reach } = nameServer(addresses);
    await expect(send(inside.url, '{}', {}, reach)).rejects.toThrow('not public');
    expect(asked).toEqual(['hooks.example.com']);
    expect(inside.received).toEqual([]);
  });

  it.each([
    '127.0.0.1',
    '2130706433',
    '0x7f.1',
    '0177.0.0.1',
    '127.0.0.1.',
    '[::ffff:7f00:1]',
    '[::1]',
  ])('to the address %s is refused without asking a name server', async host => {
    const { asked, reach } = nameServer([PUBLIC]);
    await expect(send(`http://${host}:${port}/`, '{}', {}, reach)).rejects.toThrow('not a public');
    expect(asked).toEqual([]);
    expect(inside.received).toEqual([]);
  });

  it('to a name that changes its address is checked again every time', async () => {
    const { asked, reach } = nameServer([PUBLIC], ['127.0.0.1'], ['::ffff:127.0.0.1']);
    // The registration of the endpoint saw the public address.
    expect(await ask(reach.lookup, false)).toBe(PUBLIC);
    for (let n = 0; n < 2; n += 1) {
      await expect(send(inside.url, '{}', {}, reach)).rejects.toThrow('not public');
    }
    expect(asked).toHaveLength(3);
    expect(inside.received).toEqual([]);
  });

  it('connects to the addresses that were checked, and asks for no others', async () => {
    const { asked, reach } = nameServer([PUBLIC, '2606:4700::1'], ['127.0.0.1']);
    expect(await ask(reach.lookup, true)).toEqual([
      { address: PUBLIC, family: 4 },
      { address: '2606:4700::1', family: 6 },
    ]);
    expect(asked).toHaveLength(1);
  });

  it('to a name without an address fails', async () => {
    const { reach } = nameServer([]);
    await expect(send(inside.url, '{}', {}, reach)).rejects.toThrow('has no address');
  });

  it.each([301, 302, 303, 307, 308])('answered with %d goes nowhere else', async status => {
    inside.answer({ status, headers: { location: `http://127.0.0.1:${port}/secret` } });
    expect((await send(inside.url, '{}', {}, localNetwork)).status).toBe(status);
    expect(inside.received.map(({ path }) => path)).toEqual(['/in']);
  });
});
