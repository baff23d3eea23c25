import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconPlus, IconSearch, IconUsersGroup } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useLocation, useParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Customer } from '../../types.js';
import { CustomerForm } from './customer-form.js';
import { Profile } from './profile.js';

const TYPING_MS = 200;

/** The customers of the chain, or the profile of the one in the URL. */
export default function Customers(): ReactNode {
  const { id } = useParams<{ id?: string }>();
  return id === undefined ? <List /> : <Profile key={id} id={id} />;
}

function List(): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [, go] = useLocation();
  const [text, setText] = useState('');
  const [search] = useDebouncedValue(text.trim(), TYPING_MS);
  const [isNew, setNew] = useState(false);
  return (
    <Page
      title={t('nav.customers')}
      text={t('customers.text')}
      actions={
        may('customer.write') && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
            {t('customers.new')}
          </Button>
        )
      }
    >
      <TextInput
        type="search"
        maw={420}
        aria-label={t('customers.search')}
        placeholder={t('customers.search.hint')}
        leftSection={<IconSearch size={16} />}
        maxLength={100}
        value={text}
        onChange={event => setText(event.currentTarget.value)}
      />
      <Panel isFlush>
        <Found search={search} />
      </Panel>
      {isNew && (
        <CustomerForm
          typed={text.trim()}
          onSaved={customer => go(`/customers/${customer.id}`)}
          onClose={() => setNew(false)}
        />
      )}
    </Page>
  );
}

function Found({ search }: { search: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const [, go] = useLocation();
  const pages = usePages(['customers', search], cursor =>
    api.GET('/customers/', {
      params: { query: { search: search === '' ? undefined : search, cursor } },
    }),
  );
  return (
    <PagedTable
      label={t('nav.customers')}
      pages={pages}
      columns={useColumns()}
      keyOf={customer => customer.id}
      onOpen={customer => go(`/customers/${customer.id}`)}
      empty={
        <Empty
          icon={<IconUsersGroup size={28} />}
          title={t(search === '' ? 'customers.none' : 'customers.noneFound')}
          text={t('customers.noneFound.text')}
        />
      }
    />
  );
}

function useColumns(): Column<Customer>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('list.name'),
      cell: ({ name, customer_card }) => (
        <NameCell name={name || t('customers.unnamed')} about={[customer_card]} />
      ),
    },
    { head: t('customers.email'), from: 'sm', cell: ({ email }) => email ?? '—' },
    { head: t('customers.phone'), cell: ({ phone }) => phone || '—' },
    { head: t('customers.group'), from: 'md', cell: one => one.customer_group ?? '—' },
    { head: t('customers.since'), from: 'lg', cell: one => format.date(one.created_at) },
    { head: t('customers.points'), isFigure: true, cell: one => format.number(one.points) },
  ];
}
