import { Group, NumberInput, type NumberInputProps, Textarea, TextInput } from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { textDigits } from '../../../src/platform/currencies.js';
import { localOf, momentOf } from '../../shared/clock.js';
import { useDecimals } from '../../shared/i18n/decimals.js';
import { usePlace } from '../../shared/i18n/format.js';
import { useDesk } from '../state/desk.js';
import { useT } from '../texts/index.js';
import { StoresSelect } from './store-select.js';

export { amountOrNull, numberOrNull, type Typed, typedOf } from './typed.js';

/** An amount or a percentage, with the reader's decimal separator. */
export function AmountField(props: NumberInputProps & { unit?: string }): ReactNode {
  const { unit, ...input } = props;
  const decimals = useDecimals();
  return (
    <NumberInput
      min={0}
      // Does not clamp 120 to 100, so that validation can report it.
      clampBehavior="none"
      decimalScale={textDigits(unit ?? '')}
      fixedDecimalScale={unit !== '%'}
      allowNegative={false}
      hideControls
      {...decimals}
      rightSection={unit}
      rightSectionWidth={unit === undefined ? undefined : 44}
      rightSectionPointerEvents="none"
      {...input}
    />
  );
}

/** The currency shared by these stores (all stores if empty), or undefined if they differ. */
export function useCurrency(): (storeIds: string[]) => string | undefined {
  const { stores } = useDesk();
  return ids => {
    const selected = stores.filter(({ id }) => ids.length === 0 || ids.includes(id));
    const currencies = new Set(selected.map(({ currency }) => currency));
    return currencies.size === 1 ? selected[0]?.currency : undefined;
  };
}

/** Store selection. Users with access to all stores may leave it empty. */
export function StoresField(props: {
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string;
  disabled?: boolean;
}): ReactNode {
  const t = useT();
  const { me } = useDesk();
  return (
    <StoresSelect
      placeholder={me.all_stores && props.value.length === 0 ? t('store.all') : undefined}
      {...props}
    />
  );
}

export type Span = { starts_at: string; ends_at: string };
type Moments = { starts_at: string | null; ends_at: string | null };

/** Start and end in the store's time zone; an empty field means no limit. */
export function useSpan(of: Moments = { starts_at: null, ends_at: null }) {
  const t = useT();
  const { timeZone } = usePlace();
  const local = (at: string | null): string => (at === null ? '' : localOf(new Date(at), timeZone));
  // An unchanged field keeps its seconds, which the input does not show.
  const moment = (typed: string, before: string | null): string | null => {
    if (typed === local(before)) return before;
    return typed === '' ? null : momentOf(typed, timeZone).toISOString();
  };
  return {
    start: { starts_at: local(of.starts_at), ends_at: local(of.ends_at) } satisfies Span,
    check: ({ starts_at: from, ends_at: to }: Span): Record<string, string> =>
      from !== '' && to !== '' && to <= from ? { ends_at: t('span.order') } : {},
    body: ({ starts_at, ends_at }: Span): Moments => ({
      starts_at: moment(starts_at, of.starts_at),
      ends_at: moment(ends_at, of.ends_at),
    }),
  };
}

type InputProps = {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  error?: string;
};

export function NameFields(props: { name: InputProps; description: InputProps }): ReactNode {
  const t = useT();
  return (
    <>
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...props.name} />
      <Textarea label={t('promotions.description')} autosize {...props.description} />
    </>
  );
}

export function SpanFields(props: {
  from: InputProps;
  to: InputProps;
  isFixed?: boolean;
}): ReactNode {
  const t = useT();
  const { timeZone } = usePlace();
  const common = {
    type: 'datetime-local',
    disabled: props.isFixed,
    description: t('span.zone', { zone: timeZone.replaceAll('_', ' ') }),
  };
  return (
    <Group grow align="flex-start">
      <TextInput label={t('span.from')} {...common} {...props.from} />
      <TextInput label={t('span.to')} {...common} {...props.to} />
    </Group>
  );
}
