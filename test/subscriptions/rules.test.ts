import { describe, expect, it } from 'vitest';
import {
  covers,
  deliveryBackOff,
  EVENTS,
  endpointPauseMs,
  isDead,
  isSubscribed,
  isUnavailable,
  unmatched,
} from '../../src/domains/subscriptions/rules.js';
import { addressProblem } from '../../src/platform/outgoing/address-problem.js';
import { read, sourcesBelow } from '../support/sources.js';

describe('event patterns', () => {
  it.each([
    ['*', 'transaction.completed', true],
    ['transaction.*', 'transaction.completed', true],
    ['transaction.*', 'transaction_line.saved', false],
    ['transaction.completed', 'transaction.completed', true],
    ['transaction.completed', 'transaction.created', false],
    ['product.*', 'product_variant.saved', false],
  ])('%s matches %s: %s', (pattern, event, expected) => {
    expect(covers(pattern, event)).toBe(expected);
  });

  it('without a match are found', () => {
    expect(unmatched(['*', 'transaction.*', 'transaction.compelted', 'nothing.*'])).toEqual([
      'transaction.compelted',
      'nothing.*',
    ]);
  });

  it('offer only events that the service publishes', () => {
    const source = sourcesBelow('src/domains')
      .filter(path => !path.startsWith('src/domains/subscriptions/'))
      .map(read)
      .join('\n');
    // Some use cases serve several records and compose the name of the event.
    const isPublished = (event: string): boolean =>
      source.includes(`'${event}'`) || source.includes(`'${event.split('.')[0]}'`);
    expect(EVENTS.filter(event => !isPublished(event))).toEqual([]);
  });

  it('expose no events about people or logins', () => {
    expect(EVENTS.filter(event => /^(user|customer|session|kyc)/.test(event))).toEqual([]);
  });

  it('match the stores of the endpoint', () => {
    const endpoint = { events: ['*'], store_ids: ['a'] };
    expect(isSubscribed(endpoint, { event: 'inventory.changed', storeId: 'a' })).toBe(true);
    expect(isSubscribed(endpoint, { event: 'inventory.changed', storeId: 'b' })).toBe(false);
    expect(isSubscribed(endpoint, { event: 'product.saved', storeId: null })).toBe(true);
    expect(
      isSubscribed({ ...endpoint, store_ids: null }, { event: 'task.saved', storeId: 'b' }),
    ).toBe(true);
  });
});

describe('retry delays', () => {
  it('grow from ten seconds to twelve hours, and end', () => {
    const pauses = Array.from({ length: 8 }, (_, n) => deliveryBackOff(n + 1, 0.5));
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
    expect([deliveryBackOff(1, 0), deliveryBackOff(1, 1)]).toEqual([8_000, 12_000]);
  });
});

describe('an unreachable endpoint', () => {
  it('is paused for ten seconds at first and never for more than half an hour', () => {
    expect([1, 2, 3, 4, 5, 500].map(failures => endpointPauseMs(failures, 0.5))).toEqual([
      10_000, 60_000, 300_000, 1_800_000, 1_800_000, 1_800_000,
    ]);
  });

  it.each([
    [undefined, true],
    [408, true],
    [429, true],
    [500, true],
    [599, true],
    [302, false],
    [400, false],
    [404, false],
  ])('differs from one that refuses an event: %s', (status, expected) => {
    expect(isUnavailable(status)).toBe(expected);
  });

  it.each([
    [19, 86_400_000, false],
    [20, 86_399_999, false],
    [20, 86_400_000, true],
  ])(
    'is switched off after many failures over a long time: %d, %d ms',
    (failures, ms, expected) => {
      const now = new Date('2026-03-01T12:00:00.000Z');
      const since = new Date(now.getTime() - ms);
      expect(isDead({ failures_in_row: failures, failing_since: since }, now)).toBe(expected);
    },
  );
});

describe('endpoint addresses', () => {
  it.each([
    'https://example.com/hooks',
    'https://example.com:8443/hooks?x=1',
    'http://example.com/',
    'https://[2606:4700::1]/',
  ])('%s is accepted', url => {
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

  it('must use HTTPS in production', () => {
    expect(addressProblem('http://example.com/', true)).toBe('Must begin with https://.');
  });
});
