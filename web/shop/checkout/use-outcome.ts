import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { renewSession } from '../session/use-session.js';
import { keptAttempt, keptCheckout, keptDraft, keptOrder } from './kept-checkout.js';
import type { Outcome, PlacedReply } from './settle.js';

/** Goes where a payment leads: to the order, or to the bank. */
export function useOutcome(): (outcome: Outcome) => void {
  const api = useApi();
  const queries = useQueryClient();
  const [, navigate] = useLocation();

  const placed = (order: PlacedReply): void => {
    const running = keptCheckout.get();
    const paidWith = keptAttempt.get();
    keptOrder.set({
      number: order.transaction_id,
      total: order.total_amount,
      token: order.receipt_token,
      email: keptDraft.get()?.email ?? '',
      method: running?.method ?? 'ship',
      pickupText: running?.method === 'pickup' ? running.pickupText : null,
      payAtStore: paidWith !== undefined && paidWith.lastFour === null,
    });
    keptCheckout.set(undefined);
    keptAttempt.set(undefined);
    navigate('/thanks', { replace: true });
    // The cart has become the order, and stock and points have changed.
    void renewSession(queries, api);
    void queries.invalidateQueries({ queryKey: ['products'] });
    void queries.invalidateQueries({ queryKey: ['product'] });
  };

  return outcome => {
    if (outcome.kind === 'placed') placed(outcome.order);
    if (outcome.kind === 'challenge') navigate('/checkout/bank');
  };
}
