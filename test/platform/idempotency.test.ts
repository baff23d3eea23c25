import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { installEnvelope, officeEnvelope } from '../../src/platform/http/envelope.js';
import { invalid } from '../../src/platform/http/failure.js';
import { IdempotencyHeaders } from '../../src/platform/http/headers.js';
import { createIdempotency } from '../../src/platform/http/idempotency.js';
import { openShop, type Shop } from '../support/service.js';

let shop: Shop;
let app: ReturnType<typeof Fastify>;
let runs = 0;
let gate: Promise<void> | undefined;

beforeAll(async () => {
  shop = await openShop({ background: false, demo: false });
  const { db } = shop.platform;
  const idempotency = createIdempotency(shop.platform);
  await statement(db, 'create table effects (n int)');
  app = Fastify();
  installEnvelope(app, officeEnvelope);
  const options = { schema: { headers: IdempotencyHeaders } };
  app.post('/work/', options, (request: FastifyRequest, reply: FastifyReply) =>
    idempotency.run(request, reply, String(request.headers['x-scope'] ?? 'me'), async settle => {
      await gate;
      const body = request.body as { fail?: string };
      if (body.fail === 'refused') {
        runs += 1;
        throw invalid('No.', { amount: ['Too much.'] }, 'REFUSED');
      }
      return atomically(db, async tx => {
        runs += 1;
        await statement(tx, 'insert into effects values ($1)', [runs]);
        if (body.fail === 'crash') throw new Error('crash');
        return settle(tx, 201, { run: runs });
      });
    }),
  );
  await app.ready();
});
afterAll(async () => {
  await app.close();
  await shop.close();
});
beforeEach(async () => {
  runs = 0;
  gate = undefined;
  await statement(shop.platform.db, 'truncate effects');
});

const send = (key: string | undefined, body: object = { a: 1, b: 2 }, scope = 'me') =>
  app.inject({
    method: 'POST',
    url: '/work/',
    payload: body,
    headers: { 'x-scope': scope, ...(key ? { 'idempotency-key': key } : {}) },
  });

const effects = async () => (await statement(shop.platform.db, 'select n from effects')).length;

describe('Idempotency-Key', () => {
  it('returns the first answer again and does nothing', async () => {
    const first = await send('k1');
    const second = await send('k1', { b: 2, a: 1 });
    expect([first.statusCode, second.statusCode]).toEqual([201, 201]);
    expect(second.json()).toEqual(first.json());
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(await effects()).toBe(1);
  });

  it('executes one of 100 concurrent requests; the others wait or get the same answer', async () => {
    const answers = await Promise.all(Array.from({ length: 100 }, () => send('k2')));
    const bodies = answers.filter(a => a.statusCode === 201).map(a => a.body);
    expect(new Set(bodies).size).toBe(1);
    const others = answers.filter(a => a.statusCode !== 201);
    expect(new Set(others.map(a => `${a.statusCode} ${a.json().code}`))).toEqual(
      new Set(others.length > 0 ? ['409 IDEMPOTENCY_KEY_BUSY'] : []),
    );
    for (const other of others) expect(other.headers['retry-after']).toBe('1');
    expect(await effects()).toBe(1);
  });

  it('refuses the same key with another body', async () => {
    await send('k3');
    const other = await send('k3', { a: 2 });
    expect(other.statusCode).toBe(409);
    expect(other.json().code).toBe('IDEMPOTENCY_KEY_BODY_MISMATCH');
    expect(await effects()).toBe(1);
  });

  it('separates the keys of two callers', async () => {
    await send('k4', {}, 'alice');
    await send('k4', {}, 'bob');
    expect(await effects()).toBe(2);
  });

  it('stores a refusal that the operation itself decided', async () => {
    const first = await send('k5', { fail: 'refused' });
    const second = await send('k5', { fail: 'refused' });
    expect(first.statusCode).toBe(400);
    expect(second.statusCode).toBe(400);
    expect(second.json()).toEqual({
      detail: 'No.',
      code: 'REFUSED',
      errors: { amount: ['Too much.'] },
    });
    expect(second.headers['idempotent-replayed']).toBe('true');
    expect(runs).toBe(1);
  });

  it('stores no server error, so that the request can be retried', async () => {
    expect((await send('k6', { fail: 'crash' })).statusCode).toBe(500);
    expect((await send('k6', { fail: 'crash' })).statusCode).toBe(500);
    expect(runs).toBe(2);
    expect(await effects()).toBe(0);
  });

  it('takes over from a dead holder, which can no longer store its answer', async () => {
    let open: () => void = () => undefined;
    gate = new Promise(resolve => {
      open = resolve;
    });
    const slow = send('k7');
    await expect
      .poll(
        async () =>
          (await statement(shop.platform.db, `select 1 from idempotency_keys where key = 'k7'`))
            .length,
      )
      .toBe(1);
    await statement(
      shop.platform.db,
      `update idempotency_keys set lease_until = now() - interval '1 second' where key = 'k7'`,
    );
    const held = gate;
    gate = undefined;
    const taker = await send('k7');
    open();
    await held;
    expect(taker.statusCode).toBe(201);
    expect((await slow).statusCode).toBe(409);
    expect(await effects()).toBe(1);
  });

  it('refuses keys that are empty, too long or not visible ASCII', async () => {
    for (const key of ['a b', 'ü', 'x'.repeat(256)]) {
      const answer = await send(key);
      expect(answer.statusCode).toBe(400);
      expect(answer.json().code).toBe('INVALID_IDEMPOTENCY_KEY');
    }
    expect(await effects()).toBe(0);
  });

  it('stores no answer in clear text', async () => {
    await send('k8');
    const [row] = await statement<{ body: Buffer }>(
      shop.platform.db,
      `select response_body as body from idempotency_keys where key = 'k8'`,
    );
    expect(row?.body.toString('latin1')).not.toContain('run');
  });
});
