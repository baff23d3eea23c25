import { Group } from '@mantine/core';
import { IconTags } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { LongText, RowActions } from '../../parts/row.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { PriceList } from '../../types.js';
import { ListForm } from './list-form.js';

export function PriceLists(): ReactNode {
  const t = useT();
  const api = useApi();
  const [, go] = useLocation();
  const [edited, setEdited] = useState<PriceList>();
  const columns = useColumns(setEdited);
  const pages = usePages(['price-lists'], cursor =>
    api.GET('/price-lists/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <>
      <PagedTable
        label={t('priceLists.title')}
        pages={pages}
        columns={columns}
        keyOf={list => list.id}
        onOpen={list => go(`/prices/${list.id}`)}
        empty={
          <Empty
            icon={<IconTags size={28} />}
            title={t('priceLists.none')}
            text={t('priceLists.none.text')}
          />
        }
      />
      {edited && <ListForm list={edited} onClose={() => setEdited(undefined)} />}
    </>
  );
}

function useColumns(onEdit: (list: PriceList) => void): Column<PriceList>[] {
  const t = useT();
  const { may } = useDesk();
  const storesText = useStoresText();
  const periodText = usePeriodText();
  const columns: Column<PriceList>[] = [
    { head: t('priceLists.code'), isShort: true, cell: list => <strong>{list.code}</strong> },
    { head: t('list.name'), from: 'xs', cell: list => <LongText>{list.name}</LongText> },
    { head: t('priceLists.currency'), cell: list => list.currency },
    { head: t('users.stores'), from: 'sm', cell: list => <LongText>{storesText(list)}</LongText> },
    {
      head: t('priceLists.group'),
      from: 'lg',
      cell: list => list.customer_group ?? t('priceLists.everybody'),
    },
    {
      head: t('priceLists.period'),
      from: 'lg',
      cell: list => <LongText>{periodText(list)}</LongText>,
    },
    { head: t('priceLists.priority'), isFigure: true, from: 'xs', cell: list => list.priority },
  ];
  if (!may('catalog.chain')) return columns;
  const cell = (list: PriceList): ReactNode => (
    <Group gap={6} justify="flex-end" wrap="nowrap" className="desk-above">
      <RowActions
        actions={['edit']}
        pending={undefined}
        subject={list.code}
        nameOf={() => t('priceLists.edit')}
        onAct={() => onEdit(list)}
      />
      <Remove list={list} />
    </Group>
  );
  return [...columns, { head: t('list.actions'), isFigure: true, cell }];
}

/** The names of the list's stores; a store that the reader has no access to has none here. */
function useStoresText(): (list: PriceList) => string {
  const t = useT();
  const { storeOf } = useDesk();
  return ({ store_ids: ids, currency }) => {
    if (ids.length === 0) return t('priceLists.allStores', { currency });
    const names = ids.map(id => storeOf(id)?.name ?? t('priceLists.otherStore'));
    return [...new Set(names)].join(', ');
  };
}

function usePeriodText(): (list: PriceList) => string {
  const t = useT();
  const format = useFormat();
  return ({ valid_from, valid_to }) => {
    if (valid_from === null && valid_to === null) return t('campaigns.always');
    return [valid_from, valid_to].map(at => (at === null ? '…' : format.date(at))).join(' – ');
  };
}

function Remove({ list: { id, code } }: { list: PriceList }): ReactNode {
  const t = useT();
  const api = useApi();
  return (
    <DeleteButton
      name={code}
      text={t('priceLists.delete.text')}
      run={() => answer(api.DELETE('/price-lists/{id}/', { params: { path: { id } } }))}
      changes={[['price-lists'], ['prices'], ['gaps']]}
    />
  );
}
