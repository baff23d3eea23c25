import { describe, expect, it } from 'vitest';
import { dayOf, localOf, momentOf } from '../../web/shared/clock.js';

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'];

describe('store-local time', () => {
  it('round-trips a local time in summer and winter', () => {
    for (const zone of zones) {
      for (const typed of ['2026-01-31T23:59', '2026-07-01T00:00', '2026-10-25T12:30']) {
        expect([zone, localOf(momentOf(typed, zone), zone)]).toEqual([zone, typed]);
      }
    }
  });

  it('moves a time skipped by daylight saving one hour ahead', () => {
    const at = momentOf('2026-03-29T02:30', 'Europe/Berlin');
    expect(localOf(at, 'Europe/Berlin')).toBe('2026-03-29T03:30');
  });

  it('changes the date at the store’s midnight', () => {
    const at = new Date('2026-07-09T03:59:00Z');
    expect(dayOf(at, 'America/New_York')).toBe('2026-07-08');
    expect(dayOf(at, 'Europe/Berlin')).toBe('2026-07-09');
  });
});
