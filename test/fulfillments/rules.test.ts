import { describe, expect, it } from 'vitest';
import { type Sent, toSend } from '../../src/domains/fulfillments/rules.js';

const mugs = (quantity: number) => [{ sku: 'MUG', quantity }];

describe('what is still to be sent', () => {
  /** Sold, then parcels and returns in their order; the last figure is what waits at the end. */
  it.each<[string, number, ('send' | 'give back')[], number]>([
    ['all, at first', 2, [], 2],
    ['nothing that was given back before it left', 2, ['give back', 'send'], 0],
    ['what was not sent, though what was sent came back', 2, ['send', 'give back'], 1],
    ['less, when more comes back than ever left', 3, ['send', 'give back', 'give back'], 1],
    ['the rest of it', 3, ['give back', 'send', 'give back'], 1],
    ['nothing in the end', 3, ['send', 'give back', 'give back', 'send', 'give back'], 0],
  ])('is %s', (_, sold, story, waiting) => {
    let sent: Sent = { sku: 'MUG', quantity: 0, given_back: 0 };
    let returned = 0;
    for (const step of story) {
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
