import {
  Group,
  MultiSelect,
  NumberInput,
  type NumberInputProps,
  Textarea,
  TextInput,
} from '@mantine/core';
import type { ChangeEvent, ReactNode } from 'react';
import { localOf, momentOf } from '../../shared/clock.js';
import { usePlace } from '../../shared/i18n/format.js';
import { useI18n } from '../../shared/i18n/index.js';
import { useDesk } from '../state/desk.js';
import { useT } from '../texts/index.js';

/** What a number field holds; an empty one holds "". */
export type Typed = number | string;

export const typedOf = (value: string | number | null): Typed =>
  value === null ? '' : Number(value);
export const numberOrNull = (typed: Typed): number | null => (typed === '' ? null : Number(typed));
export const amountOrNull = (typed: Typed): string | null =>
  typed === '' ? null : Number(typed).toFixed(2);

/** An amount of money or per cent, with the comma or point of the reader. */
export function AmountField(props: NumberInputProps & { unit?: string }): ReactNode {
  const { unit, ...input } = props;
  const { locale } = useI18n();
  const comma = new Intl.NumberFormat(locale).format(1.5).charAt(1);
  return (
    <NumberInput
      min={0}
      // 120 per cent is a mistake to be told, not one to be made into 100.
      clampBehavior="none"
      decimalScale={2}
      fixedDecimalScale={unit !== '%'}
      allowNegative={false}
      hideControls
      decimalSeparator={comma}
      allowedDecimalSeparators={['.', ',']}
      rightSection={unit}
      rightSectionWidth={unit === undefined ? undefined : 44}
      rightSectionPointerEvents="none"
      {...input}
    />
  );
}

/** The currency of these stores (none named: of all), as long as they share one. */
export function useCurrency(): (storeIds: string[]) => string | undefined {
  const { stores } = useDesk();
  return ids => {
    const meant = stores.filter(({ id }) => ids.length === 0 || ids.includes(id));
    const currencies = new Set(meant.map(({ currency }) => currency));
    return currencies.size === 1 ? meant[0]?.currency : undefined;
  };
}

/** The stores something holds for; whoever manages all of them may name none. */
export function StoresField(props: {
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string;
  disabled?: boolean;
}): ReactNode {
  const t = useT();
  const { me, stores } = useDesk();
  return (
    <MultiSelect
      label={t('users.stores')}
      placeholder={me.all_stores && props.value.length === 0 ? t('store.all') : undefined}
      data={stores.map(({ id, name }) => ({ value: id, label: name }))}
      {...props}
    />
  );
}

export type Span = { starts_at: string; ends_at: string };
type Moments = { starts_at: string | null; ends_at: string | null };

/** From when to when something holds, on the clock of the store; without a time it has no bound. */
export function useSpan(of: Moments = { starts_at: null, ends_at: null }) {
  const t = useT();
  const { timeZone } = usePlace();
  const local = (at: string | null): string => (at === null ? '' : localOf(new Date(at), timeZone));
  // A bound nobody touched keeps its seconds, which the field does not show.
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

type Bound = {
  value: string;
  onChange: (event: ChangeEvent<HTMLInputElement | HTMLTextAreaElement>) => void;
  error?: string;
};

/** What something is called, and a sentence about it. */
export function NameFields(props: { name: Bound; description: Bound }): ReactNode {
  const t = useT();
  return (
    <>
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...props.name} />
      <Textarea label={t('promotions.description')} autosize {...props.description} />
    </>
  );
}

export function SpanFields(props: { from: Bound; to: Bound; isFixed?: boolean }): ReactNode {
  const t = useT();
  const { timeZone } = usePlace();
  const how = {
    type: 'datetime-local',
    disabled: props.isFixed,
    description: t('span.zone', { zone: timeZone.replaceAll('_', ' ') }),
  };
  return (
    <Group grow align="flex-start">
      <TextInput label={t('span.from')} {...how} {...props.from} />
      <TextInput label={t('span.to')} {...how} {...props.to} />
    </Group>
  );
}
