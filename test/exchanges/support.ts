import { expect } from 'vitest';
import { checkInvariants } from '../../src/domains/ops/check-invariants.js';
import { type Desk, type Item, ok, openDesk, type Reply } from '../returns/support.js';
import type { ShopOptions } from '../support/service.js';

export { BEANS, MUG, ok, onHand, recordCounts, settleJobs, TEE } from '../returns/support.js';

export const EXCHANGES = '/exchanges/';
export const TEE_TOTAL = '27.06';
export const cash = (amount: string) => ({ payment_method_id: 'cash', tendered_amount: amount });

export type Trade = Awaited<ReturnType<typeof openTrade>>;

/** A shop whose tills exchange goods. */
export async function openTrade(options?: ShopOptions) {
  const desk: Desk = await openDesk(options);
  const exchange = async (
    sale: string,
    back: string,
    out: readonly Partial<Item>[],
    more: Record<string, unknown> = {},
    { token, headers }: { token?: string; headers?: Record<string, string> } = {},
  ): Promise<Reply> => {
    const ids = await desk.lineIds(sale);
    return desk.shop.call('POST', EXCHANGES, {
      token: token ?? (await desk.shop.tillToken()),
      headers,
      body: {
        transaction: sale,
        returns: [{ original_line_item: ids.get(back) ?? back, quantity: 1, reason: 'wrong_size' }],
        line_items: out.map(({ sku, quantity = 1 }) => ({ sku, quantity })),
        ...more,
      },
    });
  };
  return {
    ...desk,
    exchange,
    exchanged: async (...args: Parameters<typeof exchange>) =>
      ok(await exchange(...args), 201).body,
    /** Every check of `npm run check:invariants` holds. */
    balanced: async () =>
      expect(
        (await checkInvariants(desk.shop.platform.db)).filter(check => check.offending > 0),
      ).toEqual([]),
  };
}
