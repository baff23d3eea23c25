import { Checkbox, Stack, TextInput } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import type { ReactNode } from 'react';
import {
  GIFT_CARD_SKU,
  minorPerUnit,
  pointsWorth,
  unitMinorOf,
} from '../../../src/domains/pricing/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Balances, useBalances } from '../account/use-balances.js';
import { type CodeBalance, useCodeBalance } from '../account/use-code-balance.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { Cart, PaymentMethod } from '../types.js';
import { takesCard } from './method-kinds.js';
import { type StoredValue, valueShares } from './value-shares.js';
import { ValueSummary } from './value-summary.js';

export const NO_VALUE: StoredValue = { code: '', useCredit: false, points: '' };

export const paysByValue = ({ code, useCredit, points }: StoredValue): boolean =>
  code.trim() !== '' || useCredit || pointsIn(points) > 0;

export const pointsIn = (text: string): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;

/** Gift card or credit for everybody; store credit and points of the account for customers. */
export function StoredValueFields(props: {
  value: StoredValue;
  onChange: (value: StoredValue) => void;
  order: { cart: Cart; cents: number; method: PaymentMethod | undefined };
}): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { store } = useShop();
  const balances = useBalances(store.id);
  const { value, onChange, order } = props;
  const code = value.code.trim();
  const found = useCodeBalance();
  const askBalance = (): void => {
    if (code !== '' && code !== found.variables) found.mutate(code);
  };
  const isUnknown = found.error instanceof ApiError && found.error.status === 404;
  const credit = balances?.credits.find(({ currency }) => currency === store.currency);
  const worth = balances?.points_worth ?? '0.00';
  return (
    <Stack gap="sm">
      <TextInput
        label={t('pay.giftCard')}
        description={t('pay.giftCard.text')}
        value={value.code}
        maxLength={50}
        autoComplete="off"
        error={isUnknown && found.variables === code ? t('error.giftCard') : undefined}
        onBlur={askBalance}
        onChange={event => onChange({ ...value, code: event.currentTarget.value })}
      />
      {credit !== undefined && (
        <Checkbox
          label={t('pay.useCredit', { amount: money(credit.balance) })}
          checked={value.useCredit}
          onChange={event => onChange({ ...value, useCredit: event.currentTarget.checked })}
        />
      )}
      {balances !== null && Number(worth) > 0 && (
        <TextInput
          label={t('pay.points')}
          description={t('pay.points.text', { count: balances.points, worth: money(worth) })}
          value={value.points}
          inputMode="numeric"
          maxLength={9}
          autoComplete="off"
          error={
            pointsIn(value.points) > balances.points
              ? t('pay.points.few', { count: balances.points })
              : undefined
          }
          onChange={event => onChange({ ...value, points: event.currentTarget.value })}
        />
      )}
      <ValueSummary
        summary={valueShares(value, amountsOf(order.cart, order.cents), {
          code: found.variables === code ? centsOn(found.data, store.currency) : undefined,
          credit: centsOf(credit?.balance ?? '0', store.currency),
          points: worthOf(pointsIn(value.points), balances, store.currency),
        })}
        isCard={order.method === undefined || takesCard(order.method)}
      />
    </Stack>
  );
}

const centsOf = (amount: string, currency: string): number =>
  Math.round(Number(amount) * minorPerUnit(currency));

/** A card that is blocked, expired or in another currency pays nothing; the service says why. */
const centsOn = (found: CodeBalance | undefined, currency: string): number | undefined =>
  found?.status === 'active' && found.currency === currency
    ? centsOf(found.balance, currency)
    : undefined;

/** More points than the account has pay nothing. */
function worthOf(points: number, balances: Balances | null, currency: string): number {
  const value = balances?.points_value ?? null;
  if (balances === null || value === null || points > balances.points) return 0;
  const worth = pointsWorth(points, value, currency);
  return worth - (worth % unitMinorOf(currency));
}

const amountsOf = (cart: Cart, totalCents: number) => ({
  totalCents,
  giftCardsCents: cart.line_items
    .filter(({ sku }) => sku === GIFT_CARD_SKU)
    .reduce((sum, line) => sum + centsOf(line.line_total, cart.currency), 0),
});
