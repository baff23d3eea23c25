import { Checkbox, Stack, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../shared/i18n/format.js';
import { useBalances } from '../account/use-balances.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';

/** What the shopper wants to pay with besides the card, as typed. */
export type StoredValue = { code: string; useCredit: boolean; points: string };
export const NO_VALUE: StoredValue = { code: '', useCredit: false, points: '' };

export const paysByValue = ({ code, useCredit, points }: StoredValue): boolean =>
  code.trim() !== '' || useCredit || pointsIn(points) > 0;

export const pointsIn = (text: string): number =>
  /^\d{1,9}$/.test(text.trim()) ? Number(text) : 0;

/** Gift card or credit for everybody; store credit and points of the account for customers. */
export function StoredValueFields(props: {
  value: StoredValue;
  onChange: (value: StoredValue) => void;
}): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const { store } = useShop();
  const balances = useBalances(store.id);
  const { value, onChange } = props;
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
    </Stack>
  );
}
