import { describe, expect, it } from 'vitest';
import { momentAt, pickupDays, timesOn } from '../../web/shop/checkout/pickup-times.js';

describe('pickup times', () => {
  it('uses the store’s time zone, also on daylight-saving days', () => {
    const at = (day: string, minute: number, zone: string): string =>
      momentAt(day, minute, zone).toISOString();
    expect(at('2026-07-09', 9 * 60, 'America/New_York')).toBe('2026-07-09T13:00:00.000Z');
    expect(at('2026-01-09', 9 * 60, 'America/New_York')).toBe('2026-01-09T14:00:00.000Z');
    expect(at('2026-03-29', 9 * 60, 'Europe/Berlin')).toBe('2026-03-29T07:00:00.000Z');
    expect(at('2026-03-29', 60, 'Europe/Berlin')).toBe('2026-03-29T00:00:00.000Z');
    expect(at('2026-10-25', 9 * 60, 'Europe/Berlin')).toBe('2026-10-25T08:00:00.000Z');
  });

  it('gives the store an hour’s notice and skips days without a slot', () => {
    const evening = new Date('2026-07-09T22:10:00Z');
    expect(timesOn('2026-07-09', evening, 'America/New_York')).toEqual([]);
    expect(pickupDays(evening, 'America/New_York')[0]).toBe('2026-07-10');
    const noon = new Date('2026-07-09T16:10:00Z');
    expect(timesOn('2026-07-09', noon, 'America/New_York')[0]?.toISOString()).toBe(
      '2026-07-09T17:30:00.000Z',
    );
  });

  it('keeps to the hours and special days of the store', () => {
    const now = new Date('2026-12-21T06:00:00Z');
    const hours = {
      pickup_hours: [
        { day: 1, opens: '10:00', closes: '11:00' },
        { day: 1, opens: '14:00', closes: '14:30' },
        { day: 4, opens: '09:00', closes: '18:00' },
      ],
      special_days: [
        { date: '2026-12-24', name: 'Christmas Eve', hours: [{ opens: '09:00', closes: '09:00' }] },
        { date: '2026-12-28', name: 'Stocktaking', hours: [] },
      ],
    };
    const times = (day: string) =>
      timesOn(day, now, 'Europe/Berlin', hours).map(at => at.toISOString().slice(11, 16));
    expect(times('2026-12-21')).toEqual(['09:00', '09:30', '10:00', '13:00', '13:30']);
    expect(times('2026-12-22')).toEqual([]);
    expect(times('2026-12-24')).toEqual(['08:00']);
    expect(pickupDays(now, 'Europe/Berlin', hours).slice(0, 4)).toEqual([
      '2026-12-21',
      '2026-12-24',
      '2026-12-31',
      '2027-01-04',
    ]);
  });

  it('ends within the 30 days that the service accepts', () => {
    const now = new Date('2026-07-09T12:00:00Z');
    const days = pickupDays(now, 'Europe/Berlin');
    expect([days.length, days[0], days.at(-1)]).toEqual([30, '2026-07-09', '2026-08-07']);
  });
});
