import { Group, NumberInput, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { parseHundredths } from '../../../src/platform/money.js';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { readMoney } from '../parts/money.js';
import type { Discount } from '../state/basket.js';
import { useT } from '../texts/index.js';

export type DiscountForm = { unit: 'percent' | 'amount'; size: string; reason: string };

export const sizeOf = (
  discount: Discount,
  typedAmount: (amountMinor: number) => string,
): DiscountForm =>
  'amountMinor' in discount
    ? { unit: 'amount', size: typedAmount(discount.amountMinor), reason: discount.reason }
    : { unit: 'percent', size: String(discount.basisPoints / 100), reason: discount.reason };

/** Undefined while a size or the reason is missing. */
export function readDiscount(form: DiscountForm, key: string | null): Discount | undefined {
  const reason = form.reason.trim();
  const size = form.unit === 'amount' ? readMoney(form.size) : parseHundredths(form.size);
  if (reason === '' || size === undefined || size === 0) return undefined;
  if (form.unit === 'amount') return { key, reason, amountMinor: size };
  return size > 10_000 ? undefined : { key, reason, basisPoints: size };
}

/** A percentage or an amount, and why. */
export function DiscountFields(props: {
  form: DiscountForm;
  onChange: (form: DiscountForm) => void;
}): ReactNode {
  const t = useT();
  const { form, onChange } = props;
  const decimals = useDecimals();
  return (
    <>
      <Group grow align="flex-start">
        <NumberInput
          label={t('discount.percent')}
          size="lg"
          min={0}
          max={100}
          decimalScale={2}
          suffix=" %"
          {...decimals}
          value={form.unit === 'percent' ? form.size : ''}
          onChange={value => onChange({ ...form, unit: 'percent', size: String(value) })}
          data-autofocus
        />
        <TextInput
          label={t('discount.amount')}
          size="lg"
          inputMode="decimal"
          value={form.unit === 'amount' ? form.size : ''}
          onChange={event => onChange({ ...form, unit: 'amount', size: event.currentTarget.value })}
        />
      </Group>
      <TextInput
        label={t('discount.reason')}
        size="lg"
        maxLength={200}
        value={form.reason}
        onChange={event => onChange({ ...form, reason: event.currentTarget.value })}
      />
    </>
  );
}
