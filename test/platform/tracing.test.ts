import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sanityConnector } from '../../src/domains/content/connectors/sanity.js';
import { atomically } from '../../src/platform/database/tx.js';
import { addJobs } from '../../src/platform/jobs/add-jobs.js';
import { createLog } from '../../src/platform/log.js';
import { send } from '../../src/platform/outgoing/send.js';
import { type Span, withSpan } from '../../src/platform/tracing/span.js';
import { parseTraceparent } from '../../src/platform/tracing/start.js';
import { describeStatement } from '../../src/platform/tracing/statement.js';
import { VERSION } from '../../src/platform/version.js';
import { startBankDouble } from '../payments/doubles/bank.js';
import type { VendorDouble } from '../payments/doubles/server.js';
import { startStripeDouble } from '../payments/doubles/stripe.js';
import { localNetwork, startReceiver } from '../subscriptions/receiver.js';
import { type CollectedSpan, type Collector, startCollector } from '../support/collector.js';
import { openShop, type Shop } from '../support/service.js';
import { read, sourcesBelow } from '../support/sources.js';
import { counterOf } from '../transactions/support.js';

const PARENT = { traceId: 'a'.repeat(32), spanId: 'b'.repeat(16) };
const [SERVER, CLIENT, CONSUMER] = [2, 3, 5];
const ERROR = 2;

let collector: Collector;
let bank: VendorDouble;
let stripe: VendorDouble;
let shop: Shop;
const lines: Record<string, unknown>[] = [];

beforeAll(async () => {
  [collector, bank, stripe] = await Promise.all([
    startCollector(),
    startBankDouble(),
    startStripeDouble(),
  ]);
  shop = await openShop({
    env: {
      OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
      OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=for%20the%20collector',
      OTEL_SERVICE_NAME: 'corner-shop',
      TRUST_PROXY: '10.0.0.0/8',
      BANK_API_BASE: bank.url,
      BANK_API_KEY: 'key of the bank',
      PRIMARY_API_BASE: stripe.url,
      PRIMARY_API_KEY: 'sk_test_primary',
    },
    log: createLog('info', { write: line => void lines.push(JSON.parse(line)) }, true),
  });
});
afterAll(async () => {
  await shop.close();
  await Promise.all([collector.close(), bank.close(), stripe.close()]);
});

const named = (name: string) => (span: CollectedSpan) => span.name === name;
const byRequest = (id: string) =>
  collector.find(span => span.attributes['tillhouse.request_id'] === id);
const childrenOf = (parent: CollectedSpan) =>
  collector.spans.filter(span => span.parentSpanId === parent.spanId);

/** Runs work in its own trace, as a request or a job does. */
async function within<T>(work: () => Promise<T>): Promise<{ span: Span; result: T }> {
  const span = shop.platform.tracing?.start('test', 'server', {});
  if (span === undefined) throw new Error('nothing is traced');
  const result = await withSpan(span, work);
  span.end();
  return { span, result };
}

describe('the trace of a sale', () => {
  it('has its request, its statements and its jobs, and no input and no payment data', async () => {
    const token = await shop.tillToken();
    const counter = counterOf(shop);
    const sale = await counter.ring();
    const paid = await shop.call('POST', `/pos/transactions/${sale}/payment/`, {
      token,
      headers: { 'x-request-id': 'sale-one', referer: 'https://walk-in.test/' },
      body: { payment_method_id: 'cash', tendered_amount: '48.17' },
    });
    expect(paid.status).toBe(202);
    await shop.settleEvents();
    const request = await byRequest('sale-one');
    expect(request).toMatchObject({
      name: 'POST /pos/transactions/:transaction_id/payment/',
      kind: SERVER,
      status: 0,
      attributes: {
        'http.request.method': 'POST',
        'http.route': '/pos/transactions/:transaction_id/payment/',
        'http.response.status_code': 202,
        'tillhouse.request_id': 'sale-one',
      },
    });
    expect(request.parentSpanId).toBeUndefined();
    const statements = childrenOf(request);
    expect(statements.length).toBeGreaterThanOrEqual(2);
    for (const span of statements) {
      expect([span.kind, span.traceId]).toEqual([CLIENT, request.traceId]);
      expect(span.attributes['db.system.name']).toBe('postgresql');
    }
    const job = await collector.find(named('job transactions:commit-stock'));
    expect(job).toMatchObject({ kind: CONSUMER, status: 0 });
    expect(job.attributes).toEqual({ 'tillhouse.job': 'transactions:commit-stock' });
    expect(childrenOf(job).length).toBeGreaterThan(0);
    const shared = await collector.find(named('job events:dispatch'));
    expect(shared.attributes).toEqual({ 'tillhouse.job': 'events:dispatch' });
    expect(childrenOf(shared).some(({ name }) => name.startsWith('job '))).toBe(true);
    const everything = collector.bodies.join();
    for (const secret of [token, sale, '48.17', 'walk-in', '"1234"', 'MUG-WHITE']) {
      expect(everything.includes(secret), secret).toBe(false);
    }
    expect(collector.resource()).toMatchObject({
      'service.name': 'corner-shop',
      'service.version': VERSION,
    });
    expect(collector.headers[0]?.['x-api-key']).toBe('for the collector');
  });

  it('is linked from log lines', async () => {
    await shop.call('GET', '/transactions/', {
      token: await shop.officeToken(),
      headers: { 'x-request-id': 'list-one' },
    });
    const { traceId } = await byRequest('list-one');
    const line = lines.find(({ reqId, msg }) => reqId === 'list-one' && msg === 'request');
    expect(line?.trace_id).toBe(traceId);
  });

  it('excludes health probes and metrics', async () => {
    for (const path of ['/health/', '/pos/health/', '/metrics']) {
      await shop.call('GET', path, { headers: { 'x-request-id': 'probe' } });
    }
    await shop.call('GET', '/no/such/path/', { headers: { 'x-request-id': 'after-probes' } });
    expect((await byRequest('after-probes')).name).toBe('GET');
    const seen = collector.spans.map(span => span.attributes['tillhouse.request_id']);
    expect(seen).not.toContain('probe');
  });

  it('marks failures by their code', async () => {
    const { span } = await within(async () => {
      await expect(
        atomically(shop.platform.db, tx =>
          tx
            .insertInto('stores')
            .values({ id: 'Anna Smith' } as never)
            .execute(),
        ),
      ).rejects.toThrow();
    });
    const failed = await collector.find(
      ({ status, traceId }) => status === ERROR && traceId === span.traceId,
    );
    expect(failed.attributes).toMatchObject({ 'error.type': '22P02' });
    expect(collector.bodies.join().includes('Anna Smith')).toBe(false);
  });
});

describe('an incoming trace', () => {
  const ask = async (remoteAddress: string, traceparent: string, id: string) => {
    await shop.app.inject({
      url: '/transactions/',
      remoteAddress,
      headers: { traceparent, 'x-request-id': id },
    });
    return byRequest(id);
  };
  const header = (flags: string) => `00-${PARENT.traceId}-${PARENT.spanId}-${flags}`;

  it('is continued for a trusted proxy only', async () => {
    const [proxied, mapped, stranger] = await Promise.all([
      ask('10.1.2.3', header('01'), 'through-the-proxy'),
      ask('::ffff:10.1.2.3', header('01'), 'through-the-proxy-6'),
      ask('203.0.113.9', header('01'), 'a-stranger'),
    ]);
    expect([proxied.traceId, proxied.parentSpanId]).toEqual([PARENT.traceId, PARENT.spanId]);
    expect(mapped.traceId).toBe(PARENT.traceId);
    expect(stranger.traceId).not.toBe(PARENT.traceId);
    expect(stranger.parentSpanId).toBeUndefined();
  });

  it('is not sampled when the proxy does not sample it', async () => {
    const headers = { traceparent: header('00'), 'x-request-id': 'not-sampled' };
    await shop.app.inject({ url: '/transactions/', remoteAddress: '10.1.2.3', headers });
    await ask('10.1.2.3', header('01'), 'sampled');
    const seen = collector.spans.map(span => span.attributes['tillhouse.request_id']);
    expect(seen).not.toContain('not-sampled');
  });

  it.each([
    ['', undefined],
    [header('01').toUpperCase(), undefined],
    [`00-${'0'.repeat(32)}-${PARENT.spanId}-01`, undefined],
    [`00-${PARENT.traceId}-${'0'.repeat(16)}-01`, undefined],
    [`01-${PARENT.traceId}-${PARENT.spanId}-01`, undefined],
    [`${header('01')}-more`, undefined],
    [header('01'), { ...PARENT, traceFlags: 1, isRemote: true }],
    [header('02'), { ...PARENT, traceFlags: 0, isRemote: true }],
  ])('is parsed from the header %j', (text, context) => {
    expect(parseTraceparent(text)).toEqual(context);
  });
});

describe('a call to another service', () => {
  it.each([
    ['custom_bank', () => bank],
    ['primary', () => stripe],
  ])('propagates the trace to the processor %s', async (processor, double) => {
    await shop.call('POST', '/payments/terminal/connection-token/', {
      token: await shop.tillToken(),
      headers: { 'x-request-id': `reader-${processor}` },
      body: { processor_type: processor },
    });
    const request = await byRequest(`reader-${processor}`);
    const call = childrenOf(request).find(({ attributes }) => attributes['server.address']);
    expect(call).toMatchObject({ name: 'POST 127.0.0.1', kind: CLIENT });
    const { seen } = double();
    expect(seen.at(-1)?.headers.traceparent).toBe(`00-${request.traceId}-${call?.spanId}-01`);
    expect(call?.attributes['http.response.status_code']).toBeGreaterThanOrEqual(200);
  });

  it('propagates it to a webhook endpoint, whose address is not in the span', async () => {
    const receiver = await startReceiver();
    const { span } = await within(() => send(`${receiver.url}?key=hidden`, '{}', {}, localNetwork));
    await receiver.close();
    const call = await collector.find(named('POST hooks.example.com'));
    expect(call.traceId).toBe(span.traceId);
    expect(call.attributes).toEqual({
      'http.request.method': 'POST',
      'server.address': 'hooks.example.com',
      'http.response.status_code': 200,
    });
    expect(receiver.received[0]?.headers.traceparent).toBe(`00-${span.traceId}-${call.spanId}-01`);
    expect(collector.bodies.join().includes('hidden')).toBe(false);
  });

  it('propagates it to the content system', async () => {
    const receiver = await startReceiver();
    receiver.answer({ status: 200, body: '{"documents":[]}' });
    const content = sanityConnector({
      projectId: 'shop',
      host: receiver.url.replace('hooks.example.com', '127.0.0.1').replace('/in', ''),
      token: 'token of the content system',
      dataset: 'production',
    });
    const { span } = await within(() => content.get('brand_1'));
    await receiver.close();
    expect(receiver.received[0]?.headers.traceparent).toMatch(
      new RegExp(`^00-${span.traceId}-[0-9a-f]{16}-01$`),
    );
  });
});

describe('a job', () => {
  it('is linked to the request that added it', async () => {
    const { span } = await within(() =>
      atomically(shop.platform.db, tx => addJobs(tx, [{ name: 'approvals:expire' }])),
    );
    const job = await collector.find(
      ({ name, links }) => name === 'job approvals:expire' && links.length > 0,
    );
    expect(job.links).toMatchObject([{ traceId: span.traceId }]);
    expect(job.traceId).not.toBe(span.traceId);
  });
});

describe('a statement', () => {
  it.each([
    ['select "id" from "stores" where "code" = $1', 'select stores'],
    ['insert into outbox (events) values ($1)', 'insert outbox'],
    ['update "users" set "name" = $1', 'update users'],
    ['with x as (select 1 from levels) select * from x', 'with levels'],
    ['begin', 'begin'],
  ])('is named by its verb and its first table: %s', (sql, name) => {
    expect(describeStatement(sql).name).toBe(name);
  });

  it('shows its first part without literals', () => {
    const { text } = describeStatement(`select 'it''s Anna',\n  'x' from t where a = $1`);
    expect(text).toBe('select ?, ? from t where a = $1');
    expect(describeStatement(`select ${'a, '.repeat(100)} 1`).text).toHaveLength(160);
  });
});

// Each waits two seconds for its own collector.
describe.concurrent('a failing collector', () => {
  it('that never answers delays neither sales nor the stop', async () => {
    const silent = await startCollector();
    silent.hang();
    const said: string[] = [];
    const node = await openShop({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: silent.url },
      log: createLog('warn', { write: line => void said.push(JSON.parse(line).msg) }),
    });
    const counter = counterOf(node);
    for (let n = 0; n < 5; n += 1) await counter.sold({ payment_method_id: 'cash' });
    await node.close();
    await silent.close();
    expect(silent.bodies).toEqual([]);
    expect(said).toContain('the last trace spans were not delivered');
  });

  it('that is unreachable is logged once', async () => {
    const gone = await startCollector();
    await gone.close();
    const said: string[] = [];
    const node = await openShop({
      env: { OTEL_EXPORTER_OTLP_ENDPOINT: gone.url },
      background: false,
      log: createLog('warn', { write: line => void said.push(JSON.parse(line).msg) }),
    });
    await counterOf(node).sold({ payment_method_id: 'cash' });
    await node.close();
    expect(said.length).toBeGreaterThan(0);
    expect(
      said.filter(msg => msg === 'the trace collector does not accept spans').length,
    ).toBeLessThan(2);
  });
});

it('stores nothing that is not sampled', async () => {
  const unasked = await startCollector();
  const node = await openShop({
    env: { OTEL_EXPORTER_OTLP_ENDPOINT: unasked.url, OTEL_TRACES_SAMPLER_ARG: '0' },
    background: false,
  });
  await counterOf(node).sold({ payment_method_id: 'cash' });
  await node.close();
  await unasked.close();
  expect(unasked.bodies).toEqual([]);
});

it('loads only where a collector is configured', () => {
  const early = sourcesBelow('src').filter(path =>
    /^import (?!type\b)[^;]*'@opentelemetry\//m.test(read(path)),
  );
  expect(early).toEqual([]);
});
