import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { minor } from '../../../src/platform/money.js';
import { useApi } from '../../shared/api/index.js';
import type { GetResponse } from '../../shared/api/responses.js';
import { usePlace } from '../../shared/i18n/format.js';

const PATH = '/value-accounts/balance/';
export type CardBalance = GetResponse<typeof PATH>;

/** `7KQ2M9XA…` as new cards have it, typed with spaces or hyphens; the demo's card is longer. */
export const isGiftCardCode = (code: string): boolean =>
  /^([2-9A-HJKMNP-Z]{16}|GIFT[0-9A-Z]{12,})$/i.test(code.replaceAll(/[\s-]/g, ''));

/** Asked once per code, because wrong codes count towards a block of the till. */
export function useCardBalance(code: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['card-balance', code],
    queryFn: (): Promise<CardBalance> => answer(api.GET(PATH, { params: { query: { code } } })),
    enabled: code !== '',
    retry: false,
    gcTime: 0,
    staleTime: 0,
    refetchOnWindowFocus: false,
  });
}

/** What the card can pay here; undefined while it is unknown. */
export function useSpendable(balance: CardBalance | undefined): number | undefined {
  const { currency } = usePlace();
  if (balance === undefined) return undefined;
  return balance.status === 'active' && balance.currency === currency
    ? minor(balance.balance, currency)
    : 0;
}
