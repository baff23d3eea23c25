import { Button, Drawer, Stack } from '@mantine/core';
import { IconFileInvoice, IconUpload } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag } from '../../parts/tag.js';
import { PROCESSOR_NAMES } from '../../processors.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Settlement } from '../../types.js';
import { SettlementDetail } from './settlement-detail.js';
import { UploadForm } from './upload-form.js';

export default function Settlements(): ReactNode {
  const t = useT();
  const api = useApi();
  const [opened, setOpened] = useState<Settlement>();
  const [isUploading, setUploading] = useState(false);
  const periodOf = usePeriod();
  const columns = useColumns();
  const pages = usePages(['settlements'], cursor =>
    api.GET('/payments/settlements/', { params: { query: { cursor } } }),
  );
  return (
    <Page
      title={t('nav.settlements')}
      text={t('settlements.text')}
      actions={
        <Button leftSection={<IconUpload size={16} />} onClick={() => setUploading(true)}>
          {t('settlements.upload')}
        </Button>
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.settlements')}
          pages={pages}
          columns={columns}
          keyOf={settlement => settlement.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={
            <Empty
              icon={<IconFileInvoice size={28} />}
              title={t('settlements.none')}
              text={t('settlements.none.text')}
            />
          }
        />
      </Panel>
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="xl"
        title={opened && t('settlements.detail', { period: periodOf(opened) })}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {opened && <SettlementDetail key={opened.id} settlement={opened} />}
      </Drawer>
      {isUploading && <UploadForm onClose={() => setUploading(false)} onStored={setOpened} />}
    </Page>
  );
}

/** A file's days are UTC's, like the times in it. */
function usePeriod(): (settlement: Settlement) => string {
  const format = useFormat();
  return ({ period_from, period_to }) => {
    const [from, to] = [period_from, period_to].map(at => format.date(`${at.slice(0, 10)}T12:00Z`));
    return from === to ? String(from) : `${from} – ${to}`;
  };
}

const differencesOf = (one: Settlement): number =>
  one.unknown + one.missing + one.amount_differs + one.currency_differs + one.duplicate;

function useColumns(): Column<Settlement>[] {
  const t = useT();
  const format = useFormat();
  const periodOf = usePeriod();
  return [
    { head: t('settlements.period'), cell: periodOf },
    {
      head: t('settlements.processor'),
      from: 'sm',
      cell: one => PROCESSOR_NAMES[one.processor],
    },
    { head: t('settlements.lines'), from: 'md', isFigure: true, cell: one => one.lines },
    { head: t('settlements.matched'), from: 'sm', isFigure: true, cell: one => one.matched },
    {
      head: t('settlements.differences'),
      isFigure: true,
      cell: one => (
        <Tag tone={differencesOf(one) === 0 ? 'good' : 'warn'}>{differencesOf(one)}</Tag>
      ),
    },
    {
      head: t('settlements.net'),
      isFigure: true,
      cell: one => (
        <Stack gap={0} align="flex-end">
          {one.totals.map(({ currency, net }) => (
            <span key={currency}>{format.money(net, currency)}</span>
          ))}
        </Stack>
      ),
    },
  ];
}
