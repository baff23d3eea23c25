import { Group, SegmentedControl, Select } from '@mantine/core';
import type { ReactNode } from 'react';
import { DateRange } from '../../parts/date-range.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Range } from './use-report.js';

const PRESETS = [7, 30, 90] as const;
const OWN = 'own';
const DAY_MS = 86_400_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** The last days, or two dates. */
export function RangePicker(props: { range: Range; onChange: (range: Range) => void }): ReactNode {
  const t = useT();
  const { range, onChange } = props;
  const now = Date.now();
  const choose = (value: string): void =>
    onChange(
      value === OWN ? { from: dayOf(now - 29 * DAY_MS), to: dayOf(now) } : { days: Number(value) },
    );
  return (
    <Group gap="xs">
      <SegmentedControl
        size="sm"
        className="desk-range"
        aria-label={t('reports.range')}
        value={'days' in range ? String(range.days) : OWN}
        onChange={choose}
        data={[
          ...PRESETS.map(days => ({
            value: String(days),
            label: t('reports.days', { count: days }),
          })),
          { value: OWN, label: t('reports.own') },
        ]}
      />
      {'from' in range && <DateRange range={range} onChange={onChange} />}
    </Group>
  );
}

/** Totals are per currency; shown only if the stores use several. */
export function CurrencySelect(props: {
  value: string | undefined;
  onChange: (currency: string) => void;
}): ReactNode {
  const t = useT();
  const { store, stores } = useDesk();
  const currencies = [...new Set(stores.map(one => one.currency))];
  if (store !== undefined || currencies.length < 2) return null;
  return (
    <Select
      w={92}
      aria-label={t('reports.currency')}
      data={currencies}
      value={props.value ?? currencies[0] ?? null}
      onChange={value => value !== null && props.onChange(value)}
      allowDeselect={false}
    />
  );
}
