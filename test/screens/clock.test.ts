import { describe, expect, it } from 'vitest';
import { dayOf, localOf, momentOf } from '../../web/shared/clock.js';

const zones = ['America/New_York', 'Europe/Berlin', 'Asia/Kolkata', 'Pacific/Auckland'];

describe('the clock of a store', () => {
  it('shows the minute that was typed, in summer and in winter', () => {
    for (const zone of zones) {
      for (const typed of ['2026-01-31T23:59', '2026-07-01T00:00', '2026-10-25T12:30']) {
        expect([zone, localOf(momentOf(typed, zone), zone)]).toEqual([zone, typed]);
      }
    }
  });

  it('takes an hour that spring leaves out as the one after it', () => {
    const at = momentOf('2026-03-29T02:30', 'Europe/Berlin');
    expect(localOf(at, 'Europe/Berlin')).toBe('2026-03-29T03:30');
  });

  it('changes the date at the midnight of the store', () => {
    const at = new Date('2026-07-09T03:59:00Z');
    expect(dayOf(at, 'America/New_York')).toBe('2026-07-08');
    expect(dayOf(at, 'Europe/Berlin')).toBe('2026-07-09');
  });
});
