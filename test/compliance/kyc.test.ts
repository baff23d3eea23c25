import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openCredential } from '../../src/domains/compliance/index.js';
import { atomically, statement } from '../../src/platform/database/tx.js';
import { newId } from '../../src/platform/ids.js';
import { openShop, type Shop } from '../support/service.js';
import { ENV, post, stripeHeader } from '../webhooks/support.js';

const PATH = '/compliance/kyc/kycvendor/webhook/';
const CREDENTIALS = '/compliance/kyc/credentials/';
const SHOPPER = '00000000-0000-4000-a003-000000000001';
const MANAGER = '00000000-0000-4000-a002-000000000003';
const secret = ENV.KYC_WEBHOOK_SECRET;
const now = new Date('2027-03-04T05:06:07.890Z');

let shop: Shop;
let token: string;
beforeAll(async () => {
  shop = await openShop({ env: ENV, background: false, clock: { now: () => now } });
  token = await shop.officeToken();
});
afterAll(() => shop.close());

const VENDOR_OWNED = ['pending_verification', 'pending_vendor_response'];
const STATUSES = [...VENDOR_OWNED, 'pending_employee_review', 'active', 'rejected'];

async function credential(status = 'pending_verification', data: object = {}) {
  const key = `key-${newId()}`;
  const { id } = await atomically(shop.platform.db, tx => openCredential(tx, SHOPPER, key));
  await statement(
    shop.platform.db,
    'update kyc_credentials set status = $2, verification_data = $3 where id = $1',
    [id, status, JSON.stringify(data)],
  );
  return { id, key };
}

const row = async (id: string) =>
  (
    await statement<Record<string, unknown>>(
      shop.platform.db,
      `select status, verification_data, rejection_reason, updated_at
       from kyc_credentials where id = $1`,
      [id],
    )
  )[0];

const inquiry = (key: unknown, status: unknown, id = 'inq_1') => ({
  data: {
    attributes: {
      payload: { data: { id, attributes: { status, 'reference-id': key } } },
    },
  },
});

const header = (body: string, at = now, key = secret): string =>
  stripeHeader(body, { at, secret: key });
const send = (value: unknown, signature?: string) => {
  const body = typeof value === 'string' ? value : JSON.stringify(value);
  return post(shop, PATH, body, { 'kyc-vendor-signature': signature ?? header(body) });
};
const at = (seconds: number): Date => new Date(now.getTime() + seconds * 1_000);

describe('the receiver of the identity vendor', () => {
  it('refuses in the specified order, each with its own message', async () => {
    const { id, key } = await credential();
    const before = await row(id);
    const body = JSON.stringify(inquiry(key, 'approved'));
    const digest = header(body).split(',')[1] ?? '';
    const time = header(body).split(',')[0] ?? '';
    const cases: [status: number, detail: string, signature: string | undefined, body: string][] = [
      [401, 'missing signature', undefined, body],
      [401, 'missing signature', '', body],
      [401, 'missing signature', time, body],
      [401, 'missing signature', `${time},v0=abc`, body],
      [401, 'missing signature', `${time},v1=`, body],
      [401, 'missing signature', 't=soon', body],
      [401, 'invalid timestamp', digest, body],
      [401, 'invalid timestamp', `t=,${digest}`, body],
      [401, 'invalid timestamp', `t=soon,${digest}`, body],
      [401, 'invalid timestamp', `t=1.5,${digest}`, body],
      [401, 'invalid timestamp', `t=soon,v1=bad ${time},${digest}`, body],
      [401, 'stale timestamp', header(body, at(-301)), body],
      [401, 'stale timestamp', header(body, at(301)), body],
      [401, 'stale timestamp', `t=1,v1=bad`, body],
      [401, 'stale timestamp', `t=-5,v1=bad`, body],
      [401, 'stale timestamp', `t=1,v1=bad ${time},${digest}`, body],
      [401, 'invalid signature', `${time},v1=bad`, body],
      [401, 'invalid signature', `${time},v1=${'0'.repeat(64)}`, body],
      [401, 'invalid signature', header(body, now, 'another'), body],
      [401, 'invalid signature', header(`${body} `), body],
      [401, 'invalid signature', header(body), '{'],
      [400, 'invalid json', header('{'), '{'],
      [400, 'invalid json', header(''), ''],
      ...[
        {},
        [],
        null,
        'text',
        { data: {} },
        inquiry(undefined, 'approved'),
        inquiry('', 'approved'),
        inquiry(7, 'approved'),
      ].map((value): [number, string, string, string] => {
        const text = JSON.stringify(value);
        return [400, 'missing reference-id', header(text), text];
      }),
      ...['nobody', 'n'.repeat(400)].map((unknown): [number, string, string, string] => {
        const text = JSON.stringify(inquiry(unknown, 'approved'));
        return [404, 'credential not found', header(text), text];
      }),
    ];
    for (const [status, detail, signature, text] of cases) {
      const headers = signature === undefined ? {} : { 'kyc-vendor-signature': signature };
      const reply = await post(shop, PATH, text, headers as Record<string, string>);
      expect([signature, reply.status, reply.body]).toEqual([signature, status, { detail }]);
    }
    expect(await row(id)).toEqual(before);
  });

  it('checks for its secret first', async () => {
    const bare = await openShop({ background: false });
    for (const headers of [{}, { 'kyc-vendor-signature': 't=1,v1=x' }]) {
      const reply = await post(bare, PATH, '{', headers as Record<string, string>);
      expect([reply.status, reply.body]).toEqual([
        401,
        { detail: 'webhook secret not configured' },
      ]);
    }
    await bare.close();
  });

  it('accepts a signature up to 300 seconds in the past or future', async () => {
    for (const seconds of [-300, 300]) {
      const { key } = await credential();
      const body = JSON.stringify(inquiry(key, 'approved'));
      expect((await send(body, header(body, at(seconds)))).body).toEqual({ status: 'active' });
    }
  });

  it('accepts any of several digests during secret rotation, at the first time', async () => {
    const { key } = await credential();
    const body = JSON.stringify(inquiry(key, 'approved'));
    const old = header(body, now, 'the-secret-before');
    expect((await send(body, `${old} ${header(body)}`)).body).toEqual({ status: 'active' });
    expect((await send(body, `${header(body)} ${old}`)).status).toBe(200);
    const mixed = `${header(body, at(5), 'other')} ${header(body)}`;
    expect((await send(body, mixed)).body).toEqual({ detail: 'invalid signature' });
  });

  it('refuses other vendors', async () => {
    for (const vendor of ['other', 'constructor', '__proto__', 'KYCVENDOR']) {
      const reply = await post(shop, `/compliance/kyc/${vendor}/webhook/`, '{}', {});
      expect([vendor, reply.status, reply.body]).toEqual([
        vendor,
        404,
        { detail: 'unknown vendor' },
      ]);
    }
    expect((await shop.call('GET', PATH)).status).toBe(405);
  });
});

describe('a status from the vendor', () => {
  const said: [status: unknown, outcome: string][] = [
    ['approved', 'active'],
    ['completed', 'active'],
    ['declined', 'rejected'],
    ['failed', 'rejected'],
    ['pending', 'unresolved'],
    ['needs_review', 'unresolved'],
    ['APPROVED', 'unresolved'],
    ['constructor', 'unresolved'],
    [undefined, 'unresolved'],
    [['approved'], 'unresolved'],
  ];
  const table = said.flatMap(([reported, outcome]) =>
    STATUSES.map(status => [reported, status, outcome] as const),
  );

  it.each(table)('%s updates a credential that is %s', async (reported, status, outcome) => {
    const kept = { approvedBy: 'somebody', note: 'kept' };
    const { id, key } = await credential(status, kept);
    const before = await row(id);
    const reply = await send(inquiry(key, reported, 'inq_42'));
    expect(reply.status).toBe(200);
    if (outcome === 'unresolved') {
      expect(reply.body).toEqual({ status, detail: 'unresolved' });
      expect(await row(id)).toEqual(before);
    } else if (!VENDOR_OWNED.includes(status)) {
      expect(reply.body).toEqual({
        status,
        detail: 'credential not in vendor-owned pending state',
      });
      expect(await row(id)).toEqual(before);
    } else {
      expect(reply.body).toEqual({ status: outcome });
      expect(await row(id)).toEqual({
        status: outcome,
        verification_data: {
          ...kept,
          vendor: 'kycvendor',
          vendorStatus: reported,
          vendorReferenceId: 'inq_42',
        },
        rejection_reason: outcome === 'rejected' ? `KYC vendor status: ${reported}` : null,
        updated_at: now,
      });
    }
  });

  it('may be sent as the inquiry alone', async () => {
    const { id, key } = await credential();
    const reply = await send({
      data: { id: 'inq_7', attributes: { status: 'declined', 'reference-id': key } },
    });
    expect(reply.body).toEqual({ status: 'rejected' });
    expect((await row(id))?.verification_data).toMatchObject({ vendorReferenceId: 'inq_7' });
  });

  it('never changes the fields of reviewers', async () => {
    const { id, key } = await credential();
    const message = inquiry(key, 'approved');
    Object.assign(message.data.attributes.payload.data.attributes, {
      approvedBy: 'the vendor',
      rejectedBy: 'the vendor',
    });
    await send({ ...message, approvedAt: 'now' });
    expect((await row(id))?.verification_data).toEqual({
      vendor: 'kycvendor',
      vendorStatus: 'approved',
      vendorReferenceId: 'inq_1',
    });
  });

  it('applies once when approval and decline are concurrent', async () => {
    const { id, key } = await credential();
    const statuses = Array.from({ length: 20 }, (_, n) => (n % 2 === 0 ? 'approved' : 'declined'));
    const replies = await Promise.all(statuses.map(reported => send(inquiry(key, reported))));
    const moved = replies.filter(reply => reply.body.detail === undefined);
    expect(moved).toHaveLength(1);
    expect((await row(id))?.status).toBe(moved[0]?.body.status);
  });
});

describe("a reviewer's decision", () => {
  const decide = (id: string, decision: string, body?: object) =>
    shop.call('POST', `${CREDENTIALS}${id}/${decision}/`, { token, body });

  it('is stored with person and time', async () => {
    const approved = await credential('pending_employee_review', { vendor: 'kycvendor' });
    const yes = await decide(approved.id, 'approve');
    expect([yes.status, yes.body]).toMatchObject([
      200,
      {
        id: approved.id,
        credential_key: approved.key,
        user: SHOPPER,
        status: 'active',
        verificationData: {
          vendor: 'kycvendor',
          approvedBy: MANAGER,
          approvedAt: now.toISOString(),
        },
        rejectionReason: null,
      },
    ]);
    const rejected = await credential();
    const no = await decide(rejected.key, 'reject', { reason: 'The picture shows a cat.' });
    expect(no.body).toMatchObject({
      status: 'rejected',
      verificationData: { rejectedBy: MANAGER, rejectedAt: now.toISOString() },
      rejectionReason: 'The picture shows a cat.',
    });
  });

  it("is refused for one's own credential", async () => {
    const opened = await atomically(shop.platform.db, tx =>
      openCredential(tx, MANAGER, `key-${newId()}`),
    );
    const before = await row(opened.id);
    for (const decision of ['approve', 'reject']) {
      const own = await decide(opened.id, decision);
      expect([own.status, own.body.code]).toEqual([403, 'OWN_CREDENTIAL']);
    }
    expect(await row(opened.id)).toEqual(before);
    const path = `${CREDENTIALS}${opened.id}/approve/`;
    const other = await shop.call('POST', path, { token: await shop.officeToken('admin') });
    expect(other.body.status).toBe('active');
  });

  it('may reverse a decision, but not repeat it', async () => {
    const { id, key } = await credential('active');
    const again = await decide(id, 'approve');
    expect([again.status, again.body.code]).toEqual([409, 'INVALID_STATE']);
    expect((await decide(id, 'reject')).body.status).toBe('rejected');
    expect((await decide(id, 'reject')).status).toBe(409);
    expect((await decide(id, 'approve')).body.status).toBe('active');
    expect((await send(inquiry(key, 'declined'))).body.status).toBe('active');
  });

  it('is listed by status, and is for reviewers only', async () => {
    const { id } = await credential('pending_employee_review');
    const list = await shop.call('GET', `${CREDENTIALS}?status=pending_employee_review&limit=200`, {
      token,
    });
    expect(list.body.map((one: { id: string }) => one.id)).toContain(id);
    expect(new Set(list.body.map((one: { status: string }) => one.status))).toEqual(
      new Set(['pending_employee_review']),
    );
    const cashier = await shop.tillToken();
    const before = await row(id);
    for (const [method, path] of [
      ['GET', CREDENTIALS],
      ['GET', `${CREDENTIALS}${id}/`],
      ['POST', `${CREDENTIALS}${id}/approve/`],
      ['POST', `${CREDENTIALS}${id}/reject/`],
    ] as const) {
      expect((await shop.call(method, path)).status).toBe(401);
      expect((await shop.call(method, path, { token: cashier })).status).toBe(403);
    }
    expect(await row(id)).toEqual(before);
    expect((await decide(newId(), 'approve')).status).toBe(404);
    expect((await decide('nobody', 'reject')).status).toBe(404);
  });

  it('starts with a credential that a reviewer opens', async () => {
    const made = await shop.call('POST', CREDENTIALS, { token, body: { user: SHOPPER } });
    expect(made.status).toBe(201);
    expect(made.body).toMatchObject({ status: 'pending_verification', verificationData: {} });
    const twice = { user: SHOPPER, credential_key: made.body.credential_key };
    expect((await shop.call('POST', CREDENTIALS, { token, body: twice })).status).toBe(400);
    const anonymous = await shop.call('POST', CREDENTIALS, { token, body: { user: newId() } });
    expect([anonymous.status, Object.keys(anonymous.body.errors)]).toEqual([400, ['user']]);
  });
});
