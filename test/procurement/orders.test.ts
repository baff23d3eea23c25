import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { averageCost, maxReceivable } from '../../src/domains/procurement/rules.js';
import { statement } from '../../src/platform/database/tx.js';
import { DOWNTOWN_ID } from '../../src/seed/data.js';
import { UUID } from '../transactions/support.js';
import { MUGS, type Office, ORDERS, ok, openOffice, order, TEES } from './support.js';

let office: Office;
beforeAll(async () => {
  office = await openOffice();
});
afterAll(() => office.shop.close());

describe('a draft order', () => {
  it('has goods, costs and the currency of the store', async () => {
    const reply = await office.call(
      'POST',
      '',
      order({ vendor_reference: 'HC-7', expected_date: '2026-04-01', delivery: 'DEL-3004' }),
    );
    expect(reply.status).toBe(201);
    const { body } = reply;
    expect(body).toMatchObject({
      id: expect.stringMatching(UUID),
      po_number: expect.stringMatching(/^PO-\d{4}-\d{6}$/),
      store: DOWNTOWN_ID,
      store_code: 'DOWNTOWN',
      vendor_name: 'Harbor Ceramics',
      vendor_reference: 'HC-7',
      status: 'draft',
      currency: 'USD',
      expected_date: '2026-04-01',
      notes: '',
      delivery: 'DEL-3004',
      total_cost: '85.00',
      receipts: [],
      submitted_at: null,
      received_at: null,
      closed_at: null,
      cancelled_at: null,
    });
    expect(body.lines).toEqual([
      {
        id: expect.stringMatching(UUID),
        variant_id: expect.any(String),
        sku: 'MUG-WHITE',
        name: 'White Mug',
        product_name: 'White Mug',
        variant_name: '',
        description: 'White Mug',
        ordered_quantity: 10,
        received_quantity: 0,
        outstanding_quantity: 10,
        unit: 'piece',
        unit_cost: '4.00',
        line_total: '40.00',
        over_receipt_percent: 0,
      },
      expect.objectContaining({ sku: 'TEE-BLACK-M', line_total: '45.00' }),
    ]);
    expect((await office.call('GET', `${body.id}/`)).body).toEqual(body);
    expect((await office.call('GET', `${body.po_number}/`)).body).toEqual(body);
    expect((await office.call('GET', '?delivery=DEL-3004')).body[0].id).toBe(body.id);
  });

  it('can be changed in whole and in part, lines included', async () => {
    const id = await office.draft();
    const patched = await office.call('PATCH', `${id}/`, {
      notes: 'Call first',
      lines: [{ ...MUGS, unit_cost: 3.5, over_receipt_percent: 20 }],
    });
    expect(patched.body).toMatchObject({ notes: 'Call first', total_cost: '35.00' });
    expect(patched.body.lines).toMatchObject([{ sku: 'MUG-WHITE', over_receipt_percent: 20 }]);
    const put = await office.call('PUT', `${id}/`, order({ vendor_name: 'Other Ceramics' }));
    expect(put.body).toMatchObject({ vendor_name: 'Other Ceramics', total_cost: '85.00' });
  });

  it('takes the currency of the store it moves to', async () => {
    const id = await office.draft();
    const moved = await office.call('PATCH', `${id}/`, { store: 'AIRPORT' });
    expect(moved.body).toMatchObject({ store_code: 'AIRPORT', currency: 'EUR' });
  });

  it.each(['PUT', 'PATCH'])('cannot exceed the maximum total with %s', async method => {
    const id = await office.draft();
    const before = await office.recordCounts();
    const dear = { ordered_quantity: 1_000_000, unit_cost: '9999999999.99' };
    const body = order({
      lines: [
        { ...MUGS, ...dear },
        { ...TEES, ...dear },
      ],
    });
    const refused = await office.call(method, `${id}/`, body);
    expect([refused.status, refused.body.code]).toEqual([400, 'AMOUNT_TOO_LARGE']);
    expect(await office.recordCounts()).toEqual(before);
    expect((await office.call('GET', `${id}/`)).body.total_cost).toBe('85.00');
  });

  it.each([
    ['no lines', { lines: [] }, 'lines'],
    ['no vendor', { vendor_name: '' }, 'vendor_name'],
    ['an unknown store', { store: 'NOWHERE' }, 'store'],
    ['an unknown SKU', { lines: [{ ...MUGS, sku: 'NOPE' }] }, 'lines.0.sku'],
    ['no goods', { lines: [{ ordered_quantity: 1, unit_cost: '1' }] }, 'lines.0.variant_id'],
    ['a duplicate SKU', { lines: [MUGS, TEES, MUGS] }, 'lines.2'],
    [
      'a quantity of zero',
      { lines: [{ ...MUGS, ordered_quantity: 0 }] },
      'lines.0.ordered_quantity',
    ],
    ['a negative cost', { lines: [{ ...MUGS, unit_cost: '-1' }] }, 'lines.0.unit_cost'],
    ['a delivery of another store', { delivery: 'DEL-4001' }, 'delivery'],
    ['an unknown delivery', { delivery: 'DEL-0' }, 'delivery'],
  ])('refuses %s', async (_, more, field) => {
    const before = await office.recordCounts();
    const reply = await office.call('POST', '', order(more));
    expect([reply.status, Object.keys(reply.body.errors)]).toEqual([400, [field]]);
    expect(await office.recordCounts()).toEqual(before);
  });

  it('can be deleted; a submitted order cannot', async () => {
    const id = await office.draft();
    expect((await office.call('DELETE', `${id}/`)).status).toBe(204);
    expect((await office.call('GET', `${id}/`)).status).toBe(404);
    await office.shop.settleEvents();
    const events = await statement<{ event: string }>(
      office.shop.platform.db,
      'select event from events where subject_id = $1 order by seq',
      [id],
    );
    expect(events.map(event => event.event)).toEqual([
      'purchase_order.saved',
      'purchase_order.deleted',
    ]);
    const out = await office.submitted();
    const before = await office.recordCounts();
    const refused = await office.call('DELETE', `${out}/`);
    expect([refused.status, refused.body.code]).toEqual([409, 'INVALID_STATE']);
    expect(await office.recordCounts()).toEqual(before);
  });
});

describe('the transitions of an order', () => {
  const at = {
    draft: () => office.draft(),
    submitted: () => office.submitted(),
    partially_received: async () => {
      const id = await office.submitted();
      ok(await office.receive(id, { lines: [{ sku: 'MUG-WHITE', quantity: 1 }] }));
      return id;
    },
    received: async () => {
      const id = await office.submitted();
      ok(await office.receive(id));
      return id;
    },
    closed: async () => {
      const id = await at.received();
      ok(await office.call('POST', `${id}/close/`));
      return id;
    },
    cancelled: async () => {
      const id = await office.draft();
      ok(await office.call('POST', `${id}/cancel/`));
      return id;
    },
  };

  it.each([
    ['draft', 'submit', 'submitted'],
    ['draft', 'cancel', 'cancelled'],
    ['submitted', 'cancel', 'cancelled'],
    ['submitted', 'receive', 'received'],
    ['partially_received', 'receive', 'received'],
    ['partially_received', 'close', 'closed'],
    ['received', 'close', 'closed'],
  ] as const)('from %s, %s leads to %s', async (from, action, to) => {
    const id = await at[from]();
    const reply = await office.call('POST', `${id}/${action}/`);
    expect([reply.status, reply.body.status]).toEqual([200, to]);
    const stamps = { submit: 'submitted_at', cancel: 'cancelled_at', close: 'closed_at' };
    const stamp = action === 'receive' ? 'received_at' : stamps[action];
    expect(reply.body[stamp]).toMatch(/Z$/);
  });

  it.each([
    ['draft', ['receive', 'close']],
    ['submitted', ['submit', 'close']],
    ['partially_received', ['submit', 'cancel']],
    ['received', ['submit', 'receive', 'cancel']],
    ['closed', ['submit', 'receive', 'close', 'cancel']],
    ['cancelled', ['submit', 'receive', 'close', 'cancel']],
  ] as const)('an order that is %s refuses %s', async (from, actions) => {
    const id = await at[from]();
    const before = await office.recordCounts();
    for (const action of actions) {
      const reply = await office.call('POST', `${id}/${action}/`);
      expect([reply.status, reply.body.code]).toEqual([409, 'INVALID_STATE']);
      expect(reply.body.details).toEqual({ status: from });
    }
    const change = await office.call('PATCH', `${id}/`, { lines: [MUGS] });
    expect(change.status).toBe(from === 'draft' ? 200 : 409);
    if (from !== 'draft') expect(await office.recordCounts()).toEqual(before);
  });

  it('allow changes of the internal notes until the order is closed', async () => {
    const change = { notes: 'Late', expected_date: '2026-05-05', vendor_reference: 'X' };
    const open = await office.call('PATCH', `${await at.partially_received()}/`, change);
    expect(open.body).toMatchObject(change);
    expect((await office.call('PATCH', `${await at.closed()}/`, change)).status).toBe(409);
  });
});

describe('permissions', () => {
  it('let managers order, supervisors read and receive, and cashiers nothing', async () => {
    const id = await office.submitted();
    const supervisor = await office.shop.tillToken('EMP002');
    const cashier = await office.shop.tillToken('EMP001');
    expect((await office.call('GET', `${id}/`, undefined, supervisor)).status).toBe(200);
    const before = await office.recordCounts();
    for (const [method, path, body] of [
      ['POST', '', order()],
      ['PATCH', `${id}/`, { notes: 'x' }],
      ['DELETE', `${id}/`, undefined],
      ['POST', `${id}/cancel/`, undefined],
    ] as const) {
      expect((await office.call(method, path, body, supervisor)).status).toBe(403);
    }
    for (const path of ['', `${id}/`]) {
      expect((await office.call('GET', path, undefined, cashier)).status).toBe(403);
    }
    expect((await office.receive(id, undefined, cashier)).status).toBe(403);
    expect((await office.shop.call('GET', ORDERS)).status).toBe(401);
    expect(await office.recordCounts()).toEqual(before);
    expect((await office.receive(id, undefined, supervisor)).status).toBe(200);
  });

  it('hide orders of another store', async () => {
    const id = await office.draft(order({ store: 'AIRPORT' }));
    ok(await office.call('POST', `${id}/submit/`));
    const supervisor = await office.shop.tillToken('EMP002');
    const manager = await office.shop.tillToken('EMP003');
    const before = await office.recordCounts();
    for (const token of [supervisor, manager]) {
      expect((await office.call('GET', `${id}/`, undefined, token)).status).toBe(404);
      expect((await office.receive(id, undefined, token)).status).toBe(404);
      const list = await office.call('GET', '?limit=200', undefined, token);
      expect(list.body.map((row: { id: string }) => row.id)).not.toContain(id);
    }
    expect((await office.call('POST', '', order({ store: 'AIRPORT' }), manager)).status).toBe(400);
    expect(await office.recordCounts()).toEqual(before);
  });
});

it('list orders by store, status, vendor and day, newest first and page by page', async () => {
  const made: string[] = [];
  for (const expected_date of ['2091-01-01', '2091-01-02', '2091-01-03']) {
    made.unshift(await office.draft(order({ vendor_name: 'Lister Ltd', expected_date })));
  }
  const ids = async (query: string): Promise<string[]> =>
    (await office.call('GET', query)).body.map((row: { id: string }) => row.id);
  expect(await ids('?vendor=Lister%20Ltd')).toEqual(made);
  expect(await ids('?vendor=Lister%20Ltd&status=submitted')).toEqual([]);
  expect(await ids('?q=lister')).toEqual(made);
  expect(await ids('?q=lister&status=submitted')).toEqual([]);
  const [newest] = (await office.call('GET', '?q=Lister%20L&limit=1')).body;
  expect(await ids(`?q=${newest.po_number.toLowerCase()}`)).toEqual([newest.id]);
  expect(await ids(`?q=${newest.lines[0].sku}&vendor=Lister%20Ltd`)).toEqual(made);
  expect(await ids('?q=no-such-order')).toEqual([]);
  expect(await ids('?store=DOWNTOWN&expected_from=2091-01-02')).toEqual(made.slice(0, 2));
  expect(await ids('?expected_from=2091-01-01&expected_to=2091-01-01')).toEqual(made.slice(2));
  expect(await ids('?store=AIRPORT&expected_from=2091-01-01')).toEqual([]);
  const first = await office.call('GET', '?vendor=Lister%20Ltd&limit=2');
  const link = String(first.headers.link);
  const next = await office.shop.call('GET', link.slice(1, link.indexOf('>')), {
    token: await office.shop.officeToken(),
  });
  expect([...first.body, ...next.body].map(row => row.id)).toEqual(made);
  for (const bad of ['?status=lost', '?limit=201', '?cursor=WyJ4Il0', '?colour=red']) {
    expect((await office.call('GET', bad)).status).toBe(400);
  }
});

describe('the cost rules', () => {
  it.each([
    [10, 500, 5, 650, 550],
    [0, 500, 5, 650, 650],
    [-3, 500, 5, 650, 650],
    [1, 100, 2, 101, 101],
    [2, 100, 1, 101, 100],
    [3, 0, 1, 400, 100],
  ])('average %i units at %i and %i at %i to %i', (there, cost, came, price, average) => {
    expect(
      averageCost({ quantity: there, costMinor: cost }, { quantity: came, costMinor: price }),
    ).toBe(average);
  });

  it('take the cost of the new goods when the old cost is unknown', () => {
    expect(averageCost({ quantity: 9, costMinor: null }, { quantity: 1, costMinor: 5 })).toBe(5);
  });

  it.each([
    [10, 15, 11],
    [10, 0, 10],
    [3, 33, 3],
    [3, 34, 4],
    [1, 100, 2],
  ])(
    'allow for %i units with %i percent at most %i',
    (ordered_quantity, over_receipt_percent, most) => {
      const line = { id: '', variant_id: '', sku: '', received_quantity: 0 };
      expect(maxReceivable({ ...line, ordered_quantity, over_receipt_percent })).toBe(most);
    },
  );
});
