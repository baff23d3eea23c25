import { Button, Drawer, Group, Switch, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconBuildingFactory2, IconPlus, IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Supplier } from '../../types.js';
import { SupplierDetail } from './supplier-detail.js';
import { SupplierForm } from './supplier-form.js';

export default function Suppliers(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [text, setText] = useState('');
  const [q] = useDebouncedValue(text.trim(), 200);
  const [isArchived, setArchived] = useState(false);
  const [opened, setOpened] = useState<Supplier>();
  const [isNew, setNew] = useState(false);
  const columns = useColumns();
  const pages = usePages(['suppliers', q, isArchived], cursor => {
    const query = { q: q === '' ? undefined : q, is_archived: isArchived, cursor, etags: true };
    return api.GET('/suppliers/', { params: { query } });
  });
  const current = pages.data?.find(supplier => supplier.id === opened?.id) ?? opened;
  return (
    <Page
      title={t('nav.suppliers')}
      text={t('suppliers.text')}
      actions={
        may('catalog.chain') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            {t('suppliers.new')}
          </Button>
        )
      }
    >
      <Filters text={text} isArchived={isArchived} onText={setText} onArchived={setArchived} />
      <Panel isFlush>
        <PagedTable
          label={t('nav.suppliers')}
          pages={pages}
          columns={columns}
          keyOf={supplier => supplier.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={
            <Empty
              icon={<IconBuildingFactory2 size={28} />}
              title={t('suppliers.none')}
              text={t('suppliers.none.text')}
            />
          }
        />
      </Panel>
      <Drawer
        opened={current !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="lg"
        title={current?.name}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {current && (
          <SupplierDetail
            key={current.id}
            supplier={current}
            onGone={() => setOpened(undefined)}
            onSaved={setOpened}
          />
        )}
      </Drawer>
      {isNew && <SupplierForm onClose={() => setNew(false)} onSaved={setOpened} />}
    </Page>
  );
}

function useColumns(): Column<Supplier>[] {
  const t = useT();
  return [
    {
      head: t('list.name'),
      cell: one => <NameCell name={one.name} about={[one.email, one.phone]} />,
    },
    { head: t('suppliers.customerNumber'), from: 'md', cell: one => one.customer_number || '—' },
    { head: t('suppliers.terms'), from: 'lg', cell: one => one.payment_terms || '—' },
    {
      head: t('suppliers.lead'),
      isFigure: true,
      from: 'xs',
      cell: one => (one.lead_days === null ? '—' : t('suppliers.days', { count: one.lead_days })),
    },
    {
      head: t('list.status'),
      from: 'sm',
      cell: one => <StatusTag status={one.is_archived ? 'archived' : 'active'} />,
    },
  ];
}

function Filters(props: {
  text: string;
  isArchived: boolean;
  onText: (text: string) => void;
  onArchived: (isArchived: boolean) => void;
}): ReactNode {
  const t = useT();
  return (
    <Group gap="md">
      <TextInput
        w={240}
        aria-label={t('suppliers.search')}
        placeholder={t('suppliers.search')}
        leftSection={<IconSearch size={16} />}
        value={props.text}
        onChange={event => props.onText(event.currentTarget.value)}
      />
      <Switch
        label={t('suppliers.archived')}
        checked={props.isArchived}
        onChange={event => props.onArchived(event.currentTarget.checked)}
      />
    </Group>
  );
}
