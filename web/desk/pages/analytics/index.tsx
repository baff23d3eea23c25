import { Tabs } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useSearchParams } from 'wouter';
import { Page } from '../../parts/page.js';
import { useT } from '../../texts/index.js';
import { CurrencySelect, RangePicker } from './range-picker.js';
import { ReportView } from './report-view.js';
import { REPORTS } from './reports.js';
import type { Range } from './use-report.js';

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
