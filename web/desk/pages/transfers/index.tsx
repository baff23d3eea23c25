import { Button, Group, Select } from '@mantine/core';
import { IconArrowsExchange, IconPlus } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import { STATUSES, type Status, type Transfer } from './calls.js';
import { NewTransfer } from './new-transfer.js';
import { TransferPage } from './transfer-page.js';

/** The transfers of the store, or the one in the URL. */
export default function Transfers(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <List /> : <TransferPage key={id} id={id} />;
}

type Direction = 'in' | 'out';

function List(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store, may } = useDesk();
  const [, go] = useLocation();
  const [status, setStatus] = useState<Status>();
  const [direction, setDirection] = useState<Direction>();
  const [isNew, setNew] = useState(false);
  const pages = usePages(['transfers', store?.id, status, direction], cursor => {
    const query = { store: store?.id, status, direction, cursor };
    return api.GET('/transfers/', { params: { query } });
  });
  return (
    <Page
      title={t('nav.transfers')}
      text={t('transfers.text')}
      actions={
        may('stock.transfer') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            {t('transfers.new')}
          </Button>
        )
      }
    >
      <Filters
        direction={direction}
        status={status}
        onDirection={setDirection}
        onStatus={setStatus}
      />
      <Panel isFlush>
        <PagedTable
          label={t('nav.transfers')}
          pages={pages}
          columns={useColumns()}
          keyOf={transfer => transfer.id}
          onOpen={transfer => go(`/transfers/${transfer.number}`)}
          empty={
            <Empty
              icon={<IconArrowsExchange size={28} />}
              title={t('transfers.none')}
              text={t('transfers.none.text')}
            />
          }
        />
      </Panel>
      {isNew && (
        <NewTransfer
          onClose={() => setNew(false)}
          onSaved={transfer => go(`/transfers/${transfer.number}`)}
        />
      )}
    </Page>
  );
}

function useColumns(): Column<Transfer>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('transfers.number'),
      cell: one => (
        <NameCell
          name={one.number}
          about={[t('transfers.items', { count: one.lines.length }), format.date(one.created_at)]}
        />
      ),
    },
    { head: t('transfers.from'), from: 'sm', cell: one => one.from_store_name },
    { head: t('transfers.to'), from: 'sm', cell: one => one.to_store_name },
    {
      head: t('list.status'),
      cell: one => (
        <Group gap={6} justify="flex-end" wrap="nowrap">
          {one.has_differences && <Tag tone="warn">{t('transfers.differences')}</Tag>}
          <StatusTag status={one.status} />
        </Group>
      ),
      isFigure: true,
    },
  ];
}

function Filters(props: {
  direction: Direction | undefined;
  status: Status | undefined;
  onDirection: (direction: Direction | undefined) => void;
  onStatus: (status: Status | undefined) => void;
}): ReactNode {
  const { direction, status, onDirection, onStatus } = props;
  const t = useT();
  return (
    <Group gap="sm">
      <Select
        aria-label={t('transfers.direction')}
        w={200}
        allowDeselect={false}
        value={direction ?? ''}
        onChange={value => onDirection(value === '' ? undefined : (value as Direction))}
        data={[
          { value: '', label: t('transfers.direction.any') },
          { value: 'in', label: t('transfers.direction.in') },
          { value: 'out', label: t('transfers.direction.out') },
        ]}
      />
      <Select
        aria-label={t('list.status')}
        w={180}
        allowDeselect={false}
        value={status ?? ''}
        onChange={value => onStatus(value === '' ? undefined : (value as Status))}
        data={[
          { value: '', label: t('transfers.anyStatus') },
          ...STATUSES.map(value => ({ value, label: t(`status.${value}`) })),
        ]}
      />
    </Group>
  );
}
