import { describe, expect, it } from 'vitest';
import { tooBusy } from '../../src/domains/storefront/checkout/order/limit-concurrency.js';
import {
  looksLikeToken,
  receiptToken,
  saleOfReceipt,
} from '../../src/domains/storefront/checkout/order/receipt-token.js';
import {
  attemptOutcomeOf,
  awaitsCharge,
  CHECKOUT_MS,
  CHECKOUT_STATUSES,
  chargeKey,
  dayAt,
  FIRST_CHECK_DELAY_MS,
  GIVE_UP_MS,
  isExpired,
  isIdle,
  isInPayment,
  NOT_CHARGED_AFTER_MS,
  OPEN_PAYMENT_STATUSES,
  OUTCOME_WAIT_MS,
  PAY_AT_STORE_MS,
  pickupDisplay,
  RECEIPT_TOKEN_MS,
  uncertainBackOff,
} from '../../src/domains/storefront/checkout/rules.js';
import { SALE_STATUSES } from '../../src/domains/transactions/rules.js';
import { newId } from '../../src/platform/ids.js';
import { Semaphore } from '../../src/platform/semaphore.js';
import { testConfig } from '../support/config.js';

describe('a pickup time', () => {
  const at = new Date('2026-07-04T16:30:00Z');
  it.each([
    ['America/New_York', 'Sat, Jul 4, 2026, 12:30 PM EDT', '2026-07-04'],
    ['Asia/Tokyo', 'Sun, Jul 5, 2026, 1:30 AM GMT+9', '2026-07-05'],
    ['Nowhere/At_All', 'Sat, 04 Jul 2026 16:30:00 GMT', '2026-07-04'],
  ])('in %s', (zone, display, day) => {
    expect(pickupDisplay(at, zone)).toBe(display);
    expect(dayAt(at, zone)).toBe(day);
  });
});

describe('expiry of a checkout', () => {
  const at = new Date('2026-01-01T12:00:00Z');
  const before = new Date(at.getTime() - 1);
  it.each([
    ['checkout_initiated', before, false],
    ['checkout_initiated', at, true],
    ['payment_failed', at, true],
    ['completed', at, false],
    ['expired', before, true],
  ] as const)('with status %s', (status, now, expected) => {
    expect(isExpired({ status, expires_at: at }, now)).toBe(expected);
  });
});

describe('the statuses of a checkout', () => {
  it('are idle, in payment or closed', () => {
    expect(CHECKOUT_STATUSES.filter(isIdle)).toEqual(['checkout_initiated', 'payment_failed']);
    expect(CHECKOUT_STATUSES.filter(isInPayment)).toEqual([
      'payment_processing',
      'payment_requires_action',
    ]);
    expect(SALE_STATUSES.filter(awaitsCharge)).toEqual(['pending', 'payment_requires_action']);
    expect(OPEN_PAYMENT_STATUSES).toEqual(['pending', 'requires_action']);
  });

  it('have the documented time limits', () => {
    const minutes = (ms: number): number => ms / 60_000;
    expect([CHECKOUT_MS, OUTCOME_WAIT_MS, NOT_CHARGED_AFTER_MS].map(minutes)).toEqual([30, 15, 10]);
    const hours = [PAY_AT_STORE_MS, RECEIPT_TOKEN_MS, GIVE_UP_MS].map(ms => minutes(ms) / 60);
    expect(hours).toEqual([72, 90 * 24, 7 * 24]);
  });

  it('use one idempotency key per attempt', () => {
    expect(chargeKey('checkout', 1)).toBe('checkout:1');
    expect(chargeKey('checkout', 2)).toBe('checkout:2');
  });
});

describe('the outcome of an attempt', () => {
  it('is paid or a challenge, with the processor’s ids and amount', () => {
    const charged = { amountMinor: 1_853, currency: 'USD' };
    expect(attemptOutcomeOf({ outcome: 'succeeded', paymentId: 'pi_1', ...charged })).toEqual({
      kind: 'paid',
      processorPaymentId: 'pi_1',
      ...charged,
    });
    expect(
      attemptOutcomeOf({
        outcome: 'requires_action',
        paymentId: 'pi_2',
        clientSecret: 'secret of pi_2',
        ...charged,
      }),
    ).toEqual({
      kind: 'challenge',
      processorPaymentId: 'pi_2',
      clientSecret: 'secret of pi_2',
    });
  });

  it('is uncertain without an answer, and final when declined', () => {
    expect(attemptOutcomeOf({ outcome: 'unknown', reason: 'timeout' })).toEqual({
      kind: 'failed',
      isUncertain: true,
      code: 'timeout',
      message: 'The payment could not be completed.',
    });
    expect(
      attemptOutcomeOf({
        outcome: 'declined',
        paymentId: null,
        code: 'card_declined',
        message: 'No.',
      }),
    ).toEqual({ kind: 'failed', isUncertain: false, code: 'card_declined', message: 'No.' });
  });

  it('is checked with back-off', () => {
    expect(FIRST_CHECK_DELAY_MS).toBe(10_000);
    expect([1, 2, 3, 50].map(n => uncertainBackOff(n))).toEqual([
      30_000, 90_000, 270_000, 21_600_000,
    ]);
  });
});

describe('a receipt token', () => {
  const config = testConfig();
  it('depends on the sale and the secret key only', () => {
    const sale = '019a0000-0000-7000-8000-000000000001';
    const token = receiptToken({ config }, sale);
    expect(looksLikeToken(token)).toBe(true);
    expect(receiptToken({ config }, sale)).toBe(token);
    const others = [
      receiptToken({ config }, sale.replace(/1$/, '2')),
      receiptToken({ config: { ...config, secretKey: 'another-secret-0123456789abcdef' } }, sale),
    ];
    expect(new Set([token, ...others]).size).toBe(3);
  });

  it('names its sale, and no other text of its form names any', () => {
    for (let n = 0; n < 200; n += 1) {
      const sale = newId();
      expect(saleOfReceipt({ config }, receiptToken({ config }, sale))).toBe(sale);
    }
    const token = receiptToken({ config }, newId());
    const changed = [...token].map((digit, place) => {
      const other = digit === 'a' ? 'b' : 'a';
      return `${token.slice(0, place)}${other}${token.slice(place + 1)}`;
    });
    for (const text of [...changed, token.slice(1), `${token}0`, 'z'.repeat(32), '']) {
      expect([text, saleOfReceipt({ config }, text)]).toEqual([text, undefined]);
    }
  });

  it('stays valid while the secret key is replaced', () => {
    const sale = newId();
    const secretKey = 'another-secret-0123456789abcdef';
    const token = receiptToken({ config }, sale);
    expect(saleOfReceipt({ config: { ...config, secretKey } }, token)).toBeUndefined();
    const replaced = { ...config, secretKey, secretKeyOld: config.secretKey };
    expect(saleOfReceipt({ config: replaced }, token)).toBe(sale);
  });
});

describe('the concurrency limiter of orders', () => {
  it('runs at most two tasks at once, in order of arrival', async () => {
    const limiter = new Semaphore({ permits: 2, refuse: tooBusy });
    const seen: number[] = [];
    let inside = 0;
    let most = 0;
    await Promise.all(
      [1, 2, 3, 4, 5].map(n =>
        limiter.run(async () => {
          inside += 1;
          most = Math.max(most, inside);
          seen.push(n);
          await new Promise(resolve => setImmediate(resolve));
          inside -= 1;
        }),
      ),
    );
    expect([most, seen]).toEqual([2, [1, 2, 3, 4, 5]]);
  });

  it('continues after a failure, and refuses a task that waited too long', async () => {
    const limiter = new Semaphore({ permits: 1, maxWaitMs: 20, refuse: tooBusy });
    await expect(limiter.run(() => Promise.reject(new Error('no')))).rejects.toThrow('no');
    let finish = (): void => undefined;
    const long = limiter.run(
      () =>
        new Promise<void>(resolve => {
          finish = resolve;
        }),
    );
    await expect(limiter.run(async () => 'never')).rejects.toMatchObject({ code: 'SHOP_BUSY' });
    finish();
    await long;
    expect(await limiter.run(async () => 'fine')).toBe('fine');
  });
});
