import { Group, SegmentedControl, Select, Tabs, TextInput } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import { ReportView } from './report-view.js';
import { REPORTS } from './reports.js';
import type { Range } from './use-report.js';

const PRESETS = [7, 30, 90] as const;
const OWN = 'own';
const DAY_MS = 86_400_000;

const dayOf = (at: number): string => new Date(at).toISOString().slice(0, 10);

export default function Analytics(): ReactNode {
  const t = useT();
  const [search, setSearch] = useSearchParams();
  const tab = REPORTS.find(report => report.id === search.get('report')) ?? REPORTS[0];
  const [range, setRange] = useState<Range>({ days: 30 });
  const [currency, setCurrency] = useState<string>();
  if (tab === undefined) return null;
  return (
    <Page
      title={t('nav.analytics')}
      actions={
        <>
          <CurrencySelect value={currency} onChange={setCurrency} />
          <RangePicker range={range} onChange={setRange} />
        </>
      }
    >
      <Tabs
        value={tab.id}
        onChange={id => setSearch(id === null ? {} : { report: id }, { replace: true })}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          {REPORTS.map(({ id, text }) => (
            <Tabs.Tab key={id} value={id}>
              {t(text)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {REPORTS.map(report => (
          <Tabs.Panel key={report.id} value={report.id}>
            <ReportView report={report} range={range} currency={currency} />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

function RangePicker(props: { range: Range; onChange: (range: Range) => void }): ReactNode {
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
      {'from' in range && (
        <>
          <TextInput
            type="date"
            size="sm"
            aria-label={t('reports.from')}
            max={range.to}
            value={range.from}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && onChange({ ...range, from: value })
            }
          />
          <TextInput
            type="date"
            size="sm"
            aria-label={t('reports.to')}
            min={range.from}
            value={range.to}
            onChange={({ currentTarget: { value } }) =>
              value !== '' && onChange({ ...range, to: value })
            }
          />
        </>
      )}
    </Group>
  );
}

/** Totals are per currency; shown only if the stores use several. */
function CurrencySelect(props: {
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
