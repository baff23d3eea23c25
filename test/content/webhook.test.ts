import { createHash } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  DATASET,
  deliver,
  edited,
  openContentShop,
  RECEIVER,
  rowsOf,
  SECRET,
  type Shop,
} from './support.js';

let now = new Date('2026-06-01T12:00:00.000Z');
let shop: Shop;
beforeAll(async () => {
  shop = await openContentShop({ background: false, clock: { now: () => now } });
});
afterAll(() => shop.close());

const later = (seconds: number): void => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const md5 = (text: string): string => createHash('md5').update(text).digest('hex');
const eventsOf = (id: string) =>
  rowsOf(shop, 'select * from content_inbound_events where document_id = $1 order by id', [id]);

describe('the content webhook', () => {
  it('answers a reachability check', async () => {
    const { status, body } = await shop.call('GET', RECEIVER);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'ok',
      message: expect.any(String),
      endpoint: RECEIVER,
      methods: ['GET', 'POST'],
    });
  });

  it('queues a document and answers with its task', async () => {
    const document = edited('product-mug', 'product', { name: 'Mug' }, 'r-1');
    const { status, body } = await deliver(shop, document, {
      headers: { 'cms-transaction-id': 'txn-9' },
    });
    expect(status).toBe(202);
    expect(body).toEqual({
      status: 'accepted',
      message: expect.any(String),
      task_id: expect.any(String),
      webhook_signature: md5('product-mug:r-1:product'),
      document_type: 'product',
      sanity_id: 'product-mug',
      processing_path: 'redis_buffered',
    });
    const [event] = await eventsOf('product-mug');
    expect(event).toMatchObject({ id: body.task_id, status: 'pending', operation: 'save' });
    expect(event?.payload).toEqual({
      ...document,
      _sync_source: 'sanity_webhook',
      _webhook_signature: md5('product-mug:r-1:product'),
      _transaction_id: 'txn-9',
    });
    expect(event?.due_at).toEqual(event?.received_at);
  });

  it('accepts raw bytes of any content type', async () => {
    const sent = { headers: { 'content-type': 'text/plain' } };
    const { status } = await deliver(shop, ' {"_id":"x-1","_type":"product","_rev":"ä"}\n', sent);
    expect(status).toBe(202);
  });
});

describe('the content webhook checks in the specified order', () => {
  const wrong = { secret: 'other', headers: { 'cms-dataset': 'staging' } };

  it.each([
    ['not JSON', '{"_id":'],
    ['empty', ''],
    ['not UTF-8', '\u0000'],
    ['too deep', `${'['.repeat(65)}${']'.repeat(65)}`],
  ])('first the JSON: %s', async (_, text) => {
    const { status, body } = await deliver(shop, text, wrong);
    expect([status, body]).toEqual([400, { error: 'Invalid JSON payload' }]);
  });

  it.each([
    ['another dataset', { 'cms-dataset': 'staging' }],
    ['no dataset', { 'cms-dataset': '' }],
  ])('then the dataset: %s', async (_, headers) => {
    const { status, body } = await deliver(shop, edited('drafts.a', 'store'), {
      secret: 'other',
      headers,
    });
    expect([status, body]).toEqual([400, { error: 'Dataset environment mismatch' }]);
  });

  it('then the signature, before anything about the document', async () => {
    const { status, body } = await deliver(shop, edited('drafts.a', 'store'), { secret: 'other' });
    expect([status, body]).toEqual([401, { error: 'Invalid webhook signature' }]);
    expect(await eventsOf('drafts.a')).toEqual([]);
  });

  it('then drafts, even of an ignored type', async () => {
    const { status, body } = await deliver(shop, edited('drafts.a', 'saleLineItem'));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'skipped',
      message: expect.any(String),
      document_type: 'saleLineItem',
      sanity_id: 'drafts.a',
      reason: 'draft_document',
    });
  });

  it('then drafts, even without other fields', async () => {
    for (const rest of [{ _rev: '1' }, { _rev: null, _type: 'store' }]) {
      const { status, body } = await deliver(shop, { _id: 'drafts.b', ...rest });
      expect([status, body.reason]).toEqual([200, 'draft_document']);
    }
  });

  it('then unreleased versions', async () => {
    const { body } = await deliver(shop, edited('versions.spring.a', 'product'));
    expect(body).toMatchObject({ status: 'skipped', reason: 'draft_document' });
  });

  it("then the service's own writes, even of an ignored type", async () => {
    await shop.platform.cache.setText('content:mutating:line-1', 'r-7', 5);
    const { body } = await deliver(shop, edited('line-1', 'saleLineItem', {}, 'r-7'));
    expect(body).toEqual({
      status: 'skipped',
      message: expect.any(String),
      document_type: 'saleLineItem',
      sanity_id: 'line-1',
      reason: 'django_mutation_in_progress',
      detection_method: 'cache',
    });
  });

  it.each([
    ['saleLineItem', 'line_items_managed_by_parent_transaction'],
    ['sanity.imageAsset', 'sanity_asset_not_synced'],
    ['sanity.fileAsset', 'sanity_asset_not_synced'],
  ])('then the type: %s, on every delivery', async (type, reason) => {
    const document = edited('asset-1', type, {}, 'same');
    for (let times = 0; times < 2; times += 1) {
      const { status, body } = await deliver(shop, document);
      expect(status).toBe(200);
      expect(body).toEqual({
        status: 'skipped',
        message: expect.any(String),
        document_type: type,
        sanity_id: 'asset-1',
        reason,
      });
    }
  });

  it('then duplicates', async () => {
    const document = edited('product-twice', 'product', {}, 'r-1');
    await deliver(shop, document);
    const { status, body } = await deliver(shop, document);
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'duplicate',
      message: expect.any(String),
      webhook_signature: md5('product-twice:r-1:product'),
    });
    expect((await eventsOf('product-twice')).map(event => event.status)).toEqual([
      'pending',
      'duplicate',
    ]);
  });

  it.each([
    ['a list', []],
    ['a text', '"hello"'],
    ['no id', { _type: 'product' }],
    ['an empty id', { _id: '', _type: 'product' }],
    ['no type', { _id: 'a' }],
    ['an id of 256 characters', { _id: 'x'.repeat(256), _type: 'product' }],
    ['a revision that is no text', { _id: 'a', _type: 'product', _rev: 7 }],
  ])('and refuses an invalid document: %s', async (_, payload) => {
    const { status, body } = await deliver(shop, payload);
    expect([status, body]).toEqual([400, { error: 'Invalid JSON payload' }]);
  });
});

describe('content webhook signatures', () => {
  it.each([
    ['300 seconds old', -300, 202],
    ['301 seconds old', -301, 401],
    ['300 seconds ahead', 300, 202],
    ['301 seconds ahead', 301, 401],
  ])('%s', async (_, seconds, expected) => {
    const at = now.getTime() + seconds * 1_000;
    const { status } = await deliver(shop, edited(`p${seconds}`, 'product'), { at });
    expect(status).toBe(expected);
  });

  it.each([
    ['none', ''],
    ['no digest', 't=1780315200000'],
    ['no time', 'v1=abc'],
    ['hex instead of Base64', `t=1780315200000,v1=${'a'.repeat(64)}`],
  ])('refuses a header with %s', async (_, header) => {
    const { status } = await deliver(shop, edited('p', 'product'), {
      headers: { 'cms-webhook-signature': header },
    });
    expect(status).toBe(401);
  });

  it('refuse a changed body', async () => {
    const text = JSON.stringify(edited('p', 'product', { name: 'a' }));
    const sent = { headers: {} as Record<string, string> };
    const { encodeSignatureHeader } = await import('@sanity/webhook');
    sent.headers['cms-webhook-signature'] = await encodeSignatureHeader(
      text,
      now.getTime(),
      SECRET,
    );
    const { status } = await deliver(shop, text.replace('"a"', '"b"'), sent);
    expect(status).toBe(401);
  });

  it('refuse everything while no secret is set', async () => {
    const bare = await openContentShop({
      background: false,
      beside: shop,
      env: { CMS_WEBHOOK_SECRET: '' },
    });
    const { status, body } = await deliver(bare, edited('p', 'product'), { at: Date.now() });
    await bare.close();
    expect([status, body]).toEqual([401, { error: 'Invalid webhook signature' }]);
  });
});

describe('a webhook of another dataset', () => {
  it('is accepted only where the configuration allows it', async () => {
    const open = await openContentShop({
      background: false,
      beside: shop,
      clock: { now: () => now },
      env: { CMS_ALLOW_CROSS_ENVIRONMENT: 'true' },
    });
    for (const headers of [{ 'cms-dataset': 'staging' }, { 'cms-dataset': '' }]) {
      const { status } = await deliver(open, edited('cross', 'product'), { headers });
      expect(status).toBe(202);
    }
    await open.close();
  });

  it('is detected by CMS_DATASET', async () => {
    const staging = await openContentShop({
      background: false,
      beside: shop,
      clock: { now: () => now },
      env: { CMS_DATASET: 'staging' },
    });
    const own = await deliver(staging, edited('s', 'store'), {
      headers: { 'cms-dataset': 'staging' },
    });
    const foreign = await deliver(staging, edited('s', 'store'), {
      headers: { 'cms-dataset': DATASET },
    });
    await staging.close();
    expect([own.status, foreign.status]).toEqual([202, 400]);
  });
});

describe('duplicate detection', () => {
  it('ends after exactly 600 seconds', async () => {
    const document = edited('product-window', 'product', {}, 'r-1');
    expect((await deliver(shop, document)).status).toBe(202);
    later(599);
    expect((await deliver(shop, document)).body.status).toBe('duplicate');
    later(1);
    expect((await deliver(shop, document)).status).toBe(202);
    later(599);
    expect((await deliver(shop, document)).body.status).toBe('duplicate');
  });

  it('distinguishes id, revision and type', async () => {
    const answers = [
      await deliver(shop, edited('m-1', 'product', {}, 'r-1')),
      await deliver(shop, edited('m-1', 'product', {}, 'r-2')),
      await deliver(shop, edited('m-1', 'store', {}, 'r-1')),
      await deliver(shop, edited('m-2', 'product', {}, 'r-1')),
    ];
    expect(answers.map(answer => answer.status)).toEqual([202, 202, 202, 202]);
  });

  it('distinguishes the deletion of a revision from the revision', async () => {
    const document = edited('m-3', 'product', {}, 'r-1');
    await deliver(shop, document);
    const deletion = { ...document, _operation: 'delete' };
    expect((await deliver(shop, deletion)).status).toBe(202);
    expect((await deliver(shop, deletion)).body.status).toBe('duplicate');
    expect((await eventsOf('m-3')).map(event => event.operation)).toEqual([
      'save',
      'delete',
      'delete',
    ]);
  });

  it('ignores an unsigned header that marks a webhook as a deletion', async () => {
    const document = edited('m-6', 'product', {}, 'r-1');
    await deliver(shop, document);
    const replayed = await deliver(shop, document, { headers: { 'cms-operation': 'delete' } });
    expect(replayed.body.status).toBe('duplicate');
    expect((await eventsOf('m-6')).map(event => event.operation)).toEqual(['save', 'save']);
  });

  it('accepts one of 50 concurrent deliveries', async () => {
    const document = edited('m-4', 'product', {}, 'r-1');
    const answers = await Promise.all(Array.from({ length: 50 }, () => deliver(shop, document)));
    const accepted = answers.filter(answer => answer.status === 202);
    expect(accepted).toHaveLength(1);
    expect(answers.filter(answer => answer.body.status === 'duplicate')).toHaveLength(49);
    const kept = (await eventsOf('m-4')).filter(({ status }) => status === 'pending');
    expect(kept.map(({ id }) => id)).toEqual([accepted[0]?.body.task_id]);
  });

  it('does not count a delivery that could not be queued', async () => {
    const document = edited('m-5', 'product', {}, 'r-1');
    await rowsOf(shop, 'alter table content_inbound_events rename to events_away');
    const failed = await deliver(shop, document);
    await rowsOf(shop, 'alter table events_away rename to content_inbound_events');
    expect(failed.status).toBe(500);
    expect(failed.body).toEqual({
      status: 'error',
      message: 'Failed to queue webhook for buffered processing',
      error: 'The queue is not available.',
    });
    expect(await eventsOf('m-5')).toEqual([]);
    expect((await deliver(shop, document)).status).toBe(202);
  });

  it('counts a queued delivery although its job could not be added', async () => {
    await rowsOf(shop, 'alter function graphile_worker.add_jobs rename to add_jobs_away');
    const { status, body } = await deliver(shop, edited('m-7', 'product', {}, 'r-1'));
    await rowsOf(shop, 'alter function graphile_worker.add_jobs_away rename to add_jobs');
    expect(status).toBe(202);
    expect(await eventsOf('m-7')).toMatchObject([{ id: body.task_id, status: 'pending' }]);
  });
});

describe("the service's own writes", () => {
  const write = (id: string, rev: string, more: object = {}) =>
    rowsOf(
      shop,
      `insert into content_mutations (rev, saved_ids, deleted_ids, status, started_at)
       select rev, case operation when 'save' then array[id] else '{}' end,
         case operation when 'delete' then array[id] else '{}' end, status, $2
       from json_to_record($1::json) as m (id text, rev text, operation text, status text)
       on conflict (rev) do update set saved_ids = content_mutations.saved_ids || excluded.saved_ids`,
      [JSON.stringify({ id, rev, operation: 'save', status: 'succeeded', ...more }), now],
    );

  it('are recognized by the log when the flag is gone', async () => {
    await write('own-1', 'r-1');
    const { status, body } = await deliver(shop, edited('own-1', 'product', {}, 'r-1'));
    expect(status).toBe(200);
    expect(body).toEqual({
      status: 'skipped',
      message: expect.any(String),
      document_type: 'product',
      sanity_id: 'own-1',
      reason: 'django_mutation_in_progress',
      detection_method: 'database',
    });
  });

  it('do not hide a later edit by an editor', async () => {
    await write('own-2', 'r-1');
    expect((await deliver(shop, edited('own-2', 'product', {}, 'r-2'))).status).toBe(202);
  });

  it('are dropped, but a concurrent edit is checked again', async () => {
    await shop.platform.cache.setText('content:mutating:own-3', 'r-ours', 5);
    const echo = await deliver(shop, edited('own-3', 'product', {}, 'r-ours'));
    const edit = await deliver(shop, edited('own-3', 'product', {}, 'r-theirs'));
    expect([echo.body.detection_method, edit.body.detection_method]).toEqual(['cache', 'cache']);
    const [first, second] = await eventsOf('own-3');
    expect(first?.due_at).toBeNull();
    expect(second?.due_at.getTime()).toBe(second?.received_at.getTime() + 35_000);
  });

  it('in progress are recognized by the log without a cache', async () => {
    await write('own-4', 'r-ours', { status: 'started' });
    const { body } = await deliver(shop, edited('own-4', 'product', {}, 'r-theirs'));
    expect(body.detection_method).toBe('database');
    const [event] = await eventsOf('own-4');
    expect(event?.due_at.getTime()).toBe(event?.received_at.getTime() + 35_000);
  });

  it('do not hide the deletion of the document last written', async () => {
    const deletion = { _operation: 'delete' };
    await write('own-5', 'r-1');
    expect((await deliver(shop, edited('own-5', 'product', deletion, 'r-1'))).status).toBe(202);
    await write('own-6', 'r-2', { operation: 'delete' });
    const own = await deliver(shop, edited('own-6', 'product', deletion, 'r-1'));
    expect(own.body.detection_method).toBe('database');
  });
});
