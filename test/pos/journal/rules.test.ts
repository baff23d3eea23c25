import { describe, expect, it } from 'vitest';
import { isBeforeSale, mostPaidBack } from '../../../src/domains/pos/journal/return-rules.js';
import {
  bookedTime,
  clockProblemOf,
  digestOf,
  isNextNow,
  type Neighbour,
  problemOf,
} from '../../../src/domains/pos/journal/rules.js';
import { withoutCodes } from '../../../src/domains/stored-value/rules.js';
import { hashOf, Till, ZEROS } from './support.js';

const till = new Till('T-001');
const first = till.write('drawer_open', { reason: 'Change' }, '2026-03-01T10:00:00.000Z');
const second = till.write(
  'drawer_open',
  { reason: 'Ä "quote"', list: [1.5, null, { b: 1, a: 2 }] },
  'x',
);
const third = till.write('drawer_open', { reason: 'Third' }, '2026-03-01T10:02:00.000Z');

const known = (entry: typeof first, more: Partial<Neighbour> = {}): Neighbour => ({
  chain: 1,
  counter: entry.counter,
  hash: entry.hash,
  previous_hash: entry.previous_hash,
  is_chained: true,
  reason: null,
  ...more,
});
const codeOf = (entry: typeof first, neighbours: Neighbour[]) =>
  problemOf(entry, digestOf(entry), neighbours, { chain: 1, counter: 3 })?.reason;

describe('the hash of an entry', () => {
  it('is SHA-256 over the hash before, a newline and sorted JSON without spaces', () => {
    const entry = {
      counter: 1,
      kind: 'drawer_open',
      occurred_at: '2026-03-01T10:00:00.000Z',
      data: { reason: 'Change' },
      previous_hash: ZEROS,
      hash: '',
    };
    // printf '%064d\n%s' 0 '{"counter":1,…}' | sha256sum
    expect(digestOf(entry)).toBe(hashOf(entry));
    expect(digestOf(second)).toBe(second.hash);
  });
});

describe('an entry that is not compared with others', () => {
  const now = new Date('2026-03-01T10:00:30.000Z');
  const head = { counter: 0, hash: ZEROS };
  const isNext = (entry: typeof first, at = now, last = head) =>
    isNextNow(entry, digestOf(entry), last, at);

  it('follows the last one of its chain and has just been written', () => {
    expect(isNext(first)).toBe(true);
    const after = { counter: 2, hash: second.hash };
    expect(isNext(third, new Date('2026-03-01T10:02:59.000Z'), after)).toBe(true);
  });

  it('has no other counter, no other hash before it, its own hash and the time of the service', () => {
    expect(isNext(first, now, { counter: 1, hash: ZEROS })).toBe(false);
    expect(isNext(third, now, { counter: 1, hash: second.hash })).toBe(false);
    expect(isNext(first, now, { counter: 0, hash: first.hash })).toBe(false);
    expect(isNext({ ...first, data: { reason: 'Other' } })).toBe(false);
    expect(isNext(first, new Date('2026-03-01T10:01:01.000Z'))).toBe(false);
    expect(isNext(first, new Date('2026-03-01T09:58:59.000Z'))).toBe(false);
  });
});

describe('the place of an entry', () => {
  it('is free for the first one, the next one, and one behind a gap', () => {
    expect(codeOf(first, [])).toBeUndefined();
    expect(codeOf(second, [known(first)])).toBeUndefined();
    expect(codeOf(third, [])).toBeUndefined();
    expect(codeOf(second, [known(first), known(third)])).toBeUndefined();
  });

  it('is refused to a changed entry, a second one with its counter, and one that follows another', () => {
    expect(codeOf({ ...second, data: { reason: 'Other' } }, [known(first)])).toBe('ENTRY_EDITED');
    expect(codeOf(second, [known(second, { hash: ZEROS })])).toBe('CHAIN_FORKED');
    expect(codeOf(second, [known(first, { hash: ZEROS })])).toBe('CHAIN_BROKEN');
    expect(codeOf(second, [known(first), known(third, { previous_hash: ZEROS })])).toBe(
      'CHAIN_BROKEN',
    );
    const late = new Till('T-001', 0, '1'.repeat(64)).write('drawer_open', { reason: 'x' }, 'x');
    expect(codeOf(late, [])).toBe('CHAIN_BROKEN');
  });

  it('is refused to what follows a branch, and free for what follows a changed entry', () => {
    const held = { is_chained: false };
    expect(codeOf(second, [known(first, { ...held, reason: 'CHAIN_FORKED' })])).toBe(
      'CHAIN_BROKEN',
    );
    expect(codeOf(second, [known(first, { ...held, reason: 'ENTRY_EDITED' })])).toBeUndefined();
  });

  it('names a card number that was masked', () => {
    expect(codeOf({ ...first, data: { reason: '****4242' } }, [])).toBe('CARD_NUMBER');
  });
});

describe('the time of an entry', () => {
  const now = new Date('2026-03-31T12:00:00Z');
  it.each([
    ['2026-03-31T11:00:00Z', '2026-03-31T11:00:00.000Z', false],
    ['2026-03-31T12:04:59Z', '2026-03-31T12:04:59.000Z', false],
    ['2026-03-31T12:05:01Z', '2026-03-31T12:00:00.000Z', true],
    ['2026-03-03T12:00:00Z', '2026-03-03T12:00:00.000Z', false],
    ['2026-03-03T11:59:59Z', '2026-03-31T12:00:00.000Z', true],
    ['1970-01-01T00:00:00Z', '2026-03-31T12:00:00.000Z', true],
    ['yesterday', '2026-03-31T12:00:00.000Z', true],
  ])('%s is booked at %s', (sent, at, isWrong) => {
    expect(bookedTime(sent, now)).toEqual({ at: new Date(at), isWrong });
  });
});

describe('the order of times', () => {
  const time = (text: string) => new Date(`2026-03-31T${text}Z`);
  it.each([
    ['12:00:00', null, null, true],
    ['11:50:00', '12:00:00', null, true],
    ['11:49:59', '12:00:00', null, false],
    ['12:10:00', null, '12:00:00', true],
    ['12:10:01', null, '12:00:00', false],
  ])('%s after %s and before %s fits: %s', (at, before, after, fits) => {
    const around = { before: before && time(before), after: after && time(after) };
    const problem = clockProblemOf(time(at), around as { before: Date; after: Date });
    expect(problem?.reason).toBe(fits ? undefined : 'CLOCK_WENT_BACK');
  });
});

describe('cash paid back without a connection', () => {
  const here = { terminalId: 'T-001', employeeId: 'ann', senderId: 'ben' };
  const paid = (
    paidMinor: number,
    [terminal_id, made_by, sent_by]: [string, string, string],
    [is_same_day, is_same_arrival]: [boolean, boolean],
  ) => ({ paidMinor, terminal_id, made_by, sent_by, is_same_day, is_same_arrival });

  it.each([
    ['nothing', [], 'till', 'made', 0],
    ['the till', [paid(5, ['T-001', 'eve', 'eve'], [true, false])], 'till', 'made', 5],
    ['the employee', [paid(5, ['T-002', 'ann', 'eve'], [true, true])], 'employee', 'made', 5],
    ['the sender', [paid(5, ['T-002', 'eve', 'ben'], [false, true])], 'sender', 'arrived', 5],
    ['others', [paid(5, ['T-002', 'eve', 'eve'], [true, true])], 'till', 'made', 0],
    [
      'the larger sum',
      [
        paid(5, ['T-001', 'eve', 'eve'], [true, false]),
        paid(4, ['T-002', 'ann', 'ben'], [false, true]),
        paid(2, ['T-003', 'ann', 'eve'], [false, true]),
      ],
      'employee',
      'arrived',
      6,
    ],
  ] as const)('adds up: %s', (_, earlier, who, day, paidMinor) => {
    expect(mostPaidBack([...earlier], here)).toEqual({ who, day, paidMinor });
  });

  it.each([
    [0, false],
    [-10 * 60_000, false],
    [-10 * 60_000 - 1, true],
  ])('%i ms after the sale is before it: %s', (ms, isBefore) => {
    const soldAt = new Date('2026-03-01T10:00:00.000Z');
    expect(isBeforeSale(new Date(soldAt.getTime() + ms), soldAt)).toBe(isBefore);
  });
});

describe('what the journal keeps', () => {
  it('leaves out the codes of gift cards and store credits', () => {
    expect(
      withoutCodes({
        note: 'n',
        payments: [{ gift_card_code: 'GIFT-DEMO-0000-0001', tendered_amount: '5.00' }],
        line_items: [{ sku: 'A', store_credit_code: 'SC-7KQ2-M9XA' }],
      }),
    ).toEqual({
      note: 'n',
      payments: [{ gift_card_code: '****0001', tendered_amount: '5.00' }],
      line_items: [{ sku: 'A', store_credit_code: '****M9XA' }],
    });
  });
});
