import { describe, expect, it } from 'vitest';
import {
  amountOfChange,
  amountsIn,
  amountsOfRecord,
  hasUnpricedGoods,
  hasUnreadAmounts,
  isAlwaysApproved,
  isWithinPolicy,
  storeRefsIn,
  unknownNameIn,
} from '../../src/domains/mcp/rules.js';
import type { Node } from '../../src/platform/http/schema-tree.js';
import {
  Answer,
  Body,
  Money,
  Nullable,
  SignedMoneyInput,
  Type,
} from '../../src/platform/http/schemas.js';
import { MAX_MINOR } from '../../src/platform/money.js';

const asNode = (schema: object): Node => structuredClone(schema) as Node;

describe('the amount of a change', () => {
  const sale = asNode(
    Answer({ totalAmount: Money, refund_amount: Nullable(Money), note: Type.String() }),
  );

  it('is found in fields of either spelling', () => {
    const record = { totalAmount: '4999.00', refund_amount: '-12.00', note: '90000.00' };
    expect(amountsOfRecord(sale, record)).toEqual(['4999.00', '-12.00']);
    expect(amountsOfRecord(sale, { totalAmount: '5.00', refund_amount: null })).toEqual(['5.00']);
    expect(amountsOfRecord(undefined, record)).toEqual([]);
  });

  it.each([
    ['sale.void', [], ['4999.00', '-12.00'], 499_900],
    ['refund.issue', [{ amount: '5.00', times: 2 }], ['4.00'], 1_000],
    ['refund.issue', [{ amount: '0.01', times: 1 }], ['80.00'], 8_000],
    ['return.create', [], ['0.00'], 0],
    ['return.create', [], ['1.005'], MAX_MINOR],
    ['return.create', [], [], MAX_MINOR],
    ['task.manage', [], [], 0],
  ] as const)(
    'with %s, sent %j and recorded %j is %i cents',
    (approvalPermission, sent, recorded, minor) => {
      expect(amountOfChange({ approvalPermission }, sent, recorded)('USD')).toBe(minor);
    },
  );

  it('is unknown where goods have no price, whatever else is sent', () => {
    const amountSent = Type.Unsafe<string>({ type: ['string', 'number'], 'x-money': 3 });
    const exchange = asNode(
      Body({
        lines: Type.Array(
          Body({
            sku: Type.String(),
            quantity: Type.Integer(),
            price: Type.Optional(amountSent),
          }),
        ),
        tip: Type.Optional(amountSent),
      }),
    );
    const priced = { lines: [{ sku: 'A', quantity: 2, price: '3.00' }] };
    const unpriced = { lines: [...priced.lines, { sku: 'B', quantity: 900 }], tip: '0.01' };
    expect(hasUnpricedGoods(exchange, priced)).toBe(false);
    expect(hasUnpricedGoods(exchange, unpriced)).toBe(true);
    expect(hasUnpricedGoods(exchange, { lines: [], tip: '0.01' })).toBe(false);
    expect(hasUnpricedGoods(undefined, unpriced)).toBe(false);
    const sent = [{ amount: '0.01', times: 1 }];
    const amount = (approvalPermission: 'refund.issue' | 'stock.adjust') =>
      amountOfChange({ approvalPermission }, sent, [], true)('USD');
    expect([amount('refund.issue'), amount('stock.adjust')]).toEqual([MAX_MINOR, 1]);
  });

  it('counts without its sign', () => {
    const correction = asNode(Body({ amount: SignedMoneyInput, reason: Type.String() }));
    const minorOf = (amount: string) =>
      amountOfChange(
        { approvalPermission: 'value.manage' },
        amountsIn(correction, { amount, reason: 'x' }),
        ['0.00'],
      )('USD');
    expect([minorOf('-20.00'), minorOf('20.00'), minorOf('0.5')]).toEqual([2_000, 2_000, 50]);
  });

  it('is unknown where a sent amount cannot be read, whatever the record shows', () => {
    const body = asNode(
      Body({
        amount: Type.String(),
        note: Type.String(),
        lines: Type.Array(Body({ unit_price: Type.Integer() })),
        fee: Nullable(SignedMoneyInput),
      }),
    );
    expect(hasUnreadAmounts(body, { amount: '9000.00' })).toBe(true);
    expect(hasUnreadAmounts(body, { lines: [{ unit_price: 900_000 }] })).toBe(true);
    expect(hasUnreadAmounts(body, { note: '9000.00', fee: '1.00', lines: [] })).toBe(false);
    expect(hasUnreadAmounts(undefined, { amount: '9000.00' })).toBe(false);
    const operation = { approvalPermission: 'value.manage' } as const;
    expect(amountOfChange(operation, [], ['0.00'], true)('USD')).toBe(MAX_MINOR);
  });

  it('is in no limit if it is unknown', () => {
    const store = {
      policy: { agent_writes: ['return.create'], agent_limit: '9999999999.99' },
      currency: 'USD',
    };
    const operation = { approvalPermission: 'return.create' } as const;
    expect(isWithinPolicy(operation, [store], () => MAX_MINOR)).toBe(false);
    expect(isWithinPolicy(operation, [store], () => MAX_MINOR - 1)).toBe(true);
  });
});

describe('a change that no policy allows', () => {
  it.each([
    ['store.settings', '/stores/{store}/', { phone: '1' }, false],
    ['store.settings', '/stores/{store}/', { approval_policy: {} }, true],
    ['store.manage', '/stores/{store}/copy-settings/', { from_store: 'AIRPORT' }, true],
    ['user.manage', '/users/{id}/', {}, true],
    ['role.manage', '/roles/', null, true],
    ['store.settings', '/stores/{store}/', null, false],
  ] as const)('with %s at %s and %j: %j', (approvalPermission, path, body, expected) => {
    expect(isAlwaysApproved({ approvalPermission, path }, body)).toBe(expected);
  });
});

describe('the fields of a call', () => {
  const body = asNode(
    Body({
      name: Type.String(),
      from_store_id: Type.Optional(Type.String()),
      attributes: Type.Optional(Type.Record(Type.String(), Type.Unknown())),
      lines: Type.Optional(Type.Array(Body({ store: Nullable(Answer({ id: Type.String() })) }))),
    }),
  );

  it('name stores where the schema has such a field, not in free ones', () => {
    const sent = {
      name: 'x',
      from_store_id: 'A',
      store: 'B',
      attributes: { store: 'C' },
      lines: [{ store: { id: 'D' }, to_store: 'E' }],
    };
    expect(storeRefsIn(body, sent)).toEqual(['A', 'D']);
    expect(storeRefsIn(undefined, sent)).toEqual([]);
  });

  it('are those of the schema, unless it takes any', () => {
    expect(unknownNameIn(body, { name: 'x', store: 'B' })).toBe('store');
    expect(unknownNameIn(body, { name: 'x' })).toBeUndefined();
    expect(unknownNameIn(undefined, { store: 'B' })).toBe('store');
    expect(unknownNameIn(undefined, {})).toBeUndefined();
    expect(unknownNameIn(asNode(Type.Object({})), { store: 'B' })).toBeUndefined();
  });
});
