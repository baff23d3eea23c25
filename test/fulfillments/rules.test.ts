import { describe, expect, it } from 'vitest';
import { type Sent, toSend } from '../../src/domains/fulfillments/rules.js';

const mugs = (quantity: number) => [{ sku: 'MUG', quantity }];

describe('units still to ship', () => {
  /** Units sold, then parcels and returns in order; the last number is what remains to ship. */
  it.each<[string, number, ('send' | 'give back')[], number]>([
    ['are all, at first', 2, [], 2],
    ['exclude units returned before shipping', 2, ['give back', 'send'], 0],
    ['include unshipped units although shipped ones were returned', 2, ['send', 'give back'], 1],
    ['shrink when more is returned than was shipped', 3, ['send', 'give back', 'give back'], 1],
    ['are the rest', 3, ['give back', 'send', 'give back'], 1],
    ['are none in the end', 3, ['send', 'give back', 'give back', 'send', 'give back'], 0],
  ])('%s', (_, sold, steps, waiting) => {
    let sent: Sent = { sku: 'MUG', quantity: 0, given_back: 0 };
    let returned = 0;
    for (const step of steps) {
      if (step === 'give back') returned += 1;
      else {
        const [returnedUnshipped] = toSend(mugs(sold), [sent], mugs(returned)).returnedUnshipped;
        sent = {
          ...sent,
          quantity: sent.quantity + 1,
          given_back: returnedUnshipped?.quantity ?? 0,
        };
      }
    }
    expect(toSend(mugs(sold), [sent], mugs(returned)).waiting).toEqual(
      waiting > 0 ? mugs(waiting) : [],
    );
  });
});
