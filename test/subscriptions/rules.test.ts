import { describe, expect, it } from 'vitest';
import {
  addressProblem,
  covers,
  EVENTS,
  hears,
  pointless,
  retryAfterMs,
} from '../../src/domains/subscriptions/rules.js';

describe('patterns', () => {
  it.each([
    ['*', 'transaction.completed', true],
    ['transaction.*', 'transaction.completed', true],
    ['transaction.*', 'transaction_line.saved', false],
    ['transaction.completed', 'transaction.completed', true],
    ['transaction.completed', 'transaction.created', false],
    ['product.*', 'product_variant.saved', false],
  ])('%s and %s', (pattern, event, expected) => {
    expect(covers(pattern, event)).toBe(expected);
  });

  it('that fit nothing are found', () => {
    expect(pointless(['*', 'transaction.*', 'transaction.compelted', 'nothing.*'])).toEqual([
      'transaction.compelted',
      'nothing.*',
    ]);
  });

  it('never lead to people or logins', () => {
    expect(EVENTS.filter(event => /^(user|customer|session|kyc)/.test(event))).toEqual([]);
  });

  it('of a store are heard by those who listen to it', () => {
    const endpoint = { events: ['*'], store_ids: ['a'] };
    expect(hears(endpoint, { event: 'inventory.changed', storeId: 'a' })).toBe(true);
    expect(hears(endpoint, { event: 'inventory.changed', storeId: 'b' })).toBe(false);
    expect(hears(endpoint, { event: 'product.saved', storeId: null })).toBe(true);
    expect(hears({ ...endpoint, store_ids: null }, { event: 'task.saved', storeId: 'b' })).toBe(
      true,
    );
  });
});

describe('pauses', () => {
  it('grow from ten seconds to twelve hours, and end', () => {
    const pauses = Array.from({ length: 8 }, (_, n) => retryAfterMs(n + 1, 0.5));
    expect(pauses).toEqual([
      10_000,
      60_000,
      300_000,
      1_800_000,
      7_200_000,
      21_600_000,
      43_200_000,
      undefined,
    ]);
    expect([retryAfterMs(1, 0), retryAfterMs(1, 1)]).toEqual([8_000, 12_000]);
  });
});

describe('addresses', () => {
  it.each([
    'https://example.com/hooks',
    'https://example.com:8443/hooks?x=1',
    'http://example.com/',
    'https://[2606:4700::1]/',
  ])('%s is taken', url => {
    expect(addressProblem(url, false)).toBeUndefined();
  });

  it.each([
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'https://user:secret@example.com/',
    'https://localhost/',
    'https://shop.localhost/',
    'https://printer.local/',
    'https://metadata.google.internal/',
    'https://intranet/',
    'https://LOCALHOST./',
  ])('%s is refused', url => {
    expect(addressProblem(url, false)).toEqual(expect.any(String));
  });

  it('must be encrypted in production', () => {
    expect(addressProblem('http://example.com/', true)).toBe('Must begin with https://.');
  });
});
