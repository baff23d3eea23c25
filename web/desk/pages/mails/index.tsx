import { Text } from '@mantine/core';
import { IconMailOpened } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ListedMail } from '../../types.js';
import { Filters } from './filters.js';
import { MailDrawer } from './mail-drawer.js';
import { useFilters } from './use-filters.js';
import { useKindText } from './use-kind-text.js';

/** Every mail to customers and staff: sent, waiting or failed. */
export default function Mails(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const { query, mail, open } = useFilters();
  const filters = { ...query, ...(store && { store: store.code }) };
  const columns = useColumns();
  const pages = usePages(['mails', filters], cursor =>
    api.GET('/mails/', { params: { query: { ...filters, cursor } } }),
  );
  return (
    <Page title={t('nav.sentMails')} text={t('sentMails.text')}>
      <Filters />
      <Panel isFlush>
        <PagedTable
          label={t('nav.sentMails')}
          pages={pages}
          columns={columns}
          keyOf={row => row.id}
          onOpen={row => open(row.id)}
          selected={mail}
          empty={<Empty icon={<IconMailOpened size={28} />} title={t('sentMails.none')} />}
        />
      </Panel>
      <MailDrawer id={mail} onOpen={open} onClose={() => open(undefined)} />
    </Page>
  );
}

function useColumns(): Column<ListedMail>[] {
  const t = useT();
  const format = useFormat();
  const kindText = useKindText();
  const { storeOf } = useDesk();
  return [
    {
      head: t('mails.mail'),
      cell: mail => (
        <LongText>
          {kindText(mail.kind)}
          <Text size="xs" c="dimmed">
            {mail.subject || t('sentMails.erased')}
          </Text>
        </LongText>
      ),
    },
    {
      head: t('sentMails.to'),
      cell: mail => <LongText>{mail.recipient ?? t('sentMails.hidden')}</LongText>,
    },
    { head: t('list.status'), cell: mail => <StatusTag status={mail.state} /> },
    {
      head: t('list.time'),
      from: 'sm',
      cell: mail => format.dateTime(mail.sent_at ?? mail.created_at),
    },
    {
      head: t('sentMails.sale'),
      from: 'md',
      cell: mail => mail.transaction_number ?? '—',
    },
    {
      head: t('store.one'),
      from: 'lg',
      cell: mail =>
        mail.store_id === null ? '—' : (storeOf(mail.store_id)?.name ?? t('store.closed')),
    },
  ];
}
