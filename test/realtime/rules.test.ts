import { describe, expect, test } from 'vitest';
import type { Principal } from '../../src/domains/access/index.js';
import { MessageWindow } from '../../src/domains/realtime/message-window.js';
import { afterSeqOf, isOwnOrigin, mayListen, tokenOf } from '../../src/domains/realtime/rules.js';

const text = (run: MessageWindow, seq: number) => run.at(seq)?.toString();

describe('a window of messages', () => {
  const filled = (from: number, to: number): MessageWindow => {
    const run = new MessageWindow();
    for (let seq = from; seq <= to; seq += 1) run.append(seq, Buffer.from(`m${seq}`));
    return run;
  };

  test('finds each message by its sequence number', () => {
    const run = filled(5, 8);
    expect([4, 5, 8, 9].map(seq => text(run, seq))).toEqual([undefined, 'm5', 'm8', undefined]);
  });

  test('drops the oldest beyond a count or a size', () => {
    const run = filled(1, 5);
    run.shrink(3, 100);
    expect([2, 3].map(seq => text(run, seq))).toEqual([undefined, 'm3']);
    run.shrink(3, 4);
    expect([3, 4, 5].map(seq => text(run, seq))).toEqual([undefined, 'm4', 'm5']);
    run.evictUpTo(5);
    expect(text(run, 5)).toBeUndefined();
    run.append(6, Buffer.from('m6'));
    expect(text(run, 6)).toBe('m6');
  });

  test('starts over after a gap', () => {
    const run = filled(1, 3);
    run.append(7, Buffer.from('m7'));
    expect([3, 7].map(seq => text(run, seq))).toEqual([undefined, 'm7']);
  });
});

test.each([
  [{ token: 'abc' }, undefined, 'abc'],
  [{ token: 'abc' }, 'Bearer xyz', 'abc'],
  [{ token: '' }, 'Bearer xyz', undefined],
  [{ token: ['abc', 'abc'] }, 'Bearer xyz', undefined],
  [{}, 'bearer xyz', 'xyz'],
  [{}, 'Token xyz', 'xyz'],
  [{}, 'Basic xyz', undefined],
  [undefined, undefined, undefined],
])('finds the token of %j and %j', (query, authorization, token) => {
  expect(tokenOf(query, authorization)).toBe(token);
});

test.each([
  ['0', 0],
  ['42', 42],
  ['-1', undefined],
  ['1.5', undefined],
  ['1e3', undefined],
  ['', undefined],
  ['9999999999999999', undefined],
  [['1', '2'], undefined],
])('reads after_seq %j as %j', (value, seq) => {
  expect(afterSeqOf({ after_seq: value })).toBe(seq);
});

test.each([
  [undefined, true],
  ['https://till.example', true],
  ['https://shop.example:8080', true],
  ['http://shop.example:8080', true],
  ['https://shop.example', false],
  ['https://till.example.evil.example', false],
  ['null', false],
])('accepts or refuses the origin %j', (origin, isOwn) => {
  expect(isOwnOrigin(origin, new Set(['https://till.example']), 'shop.example:8080')).toBe(isOwn);
});

test.each([
  ['supervisor', null, true],
  ['cashier', null, false],
  ['supervisor', ['approval.decide', 'sale.read'], true],
  ['supervisor', ['approval.decide'], false],
  ['supervisor', ['sale.read'], false],
] as const)('lets a %s with %j into the manager view: %s', (role, permissions, may) => {
  const ownRole = permissions && { id: 'r', name: 'Own', permissions };
  const staff = { kind: 'staff', role, ownRole, stores: 'all', till: null } as unknown as Principal;
  expect(mayListen(staff, { kind: 'manager', storeId: 's' })).toBe(may);
});
