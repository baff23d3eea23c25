import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconShoppingCartOff } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { PurchaseLimit } from '../../types.js';
import { LimitForm } from './limit-form.js';

/** How much one customer may buy at once or in a period. */
export function Limits(): ReactNode {
  const t = useT();
  const api = useApi();
  const { me } = useDesk();
  const [edited, setEdited] = useState<PurchaseLimit | 'new'>();
  const columns = useColumns(setEdited, limit => limit.store !== null || me.all_stores);
  const pages = usePages(['limits'], cursor =>
    api.GET('/compliance/purchase-limits/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 240px' }}>
          {t('limits.text')}
        </Text>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('limits.new')}
        </Button>
      </Group>
      <Panel isFlush>
        <PagedTable
          label={t('compliance.limits')}
          pages={pages}
          columns={columns}
          keyOf={({ id }) => id}
          empty={<Empty icon={<IconShoppingCartOff size={28} />} title={t('limits.none')} />}
        />
      </Panel>
      {edited !== undefined && (
        <LimitForm
          limit={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function useColumns(
  onEdit: (limit: PurchaseLimit) => void,
  mayWrite: (limit: PurchaseLimit) => boolean,
): Column<PurchaseLimit>[] {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { storeOf } = useDesk();
  const storeName = (id: string | null): string =>
    id === null ? t('store.all') : (storeOf(id)?.name ?? id);
  return [
    { head: t('list.name'), cell: ({ name }) => <strong>{name}</strong> },
    { head: t('store.one'), from: 'md', cell: ({ store }) => storeName(store) },
    {
      head: t('limits.quantity'),
      isFigure: true,
      cell: ({ max_quantity, period }) =>
        t(`limits.of.${period}`, { count: format.number(max_quantity) }),
    },
    {
      head: t('list.status'),
      from: 'sm',
      cell: ({ is_active }) => <StatusTag status={is_active ? 'active' : 'inactive'} />,
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: limit =>
        mayWrite(limit) && (
          <Group gap={4} justify="flex-end">
            <Button
              size="compact-sm"
              variant="default"
              aria-label={`${t('methods.edit')}: ${limit.name}`}
              onClick={() => onEdit(limit)}
            >
              {t('methods.edit')}
            </Button>
            <DeleteButton
              name={limit.name}
              text={t('limits.delete.text')}
              run={() =>
                answer(
                  api.DELETE('/compliance/purchase-limits/{id}/', {
                    params: { path: { id: limit.id } },
                  }),
                )
              }
              changes={[['limits']]}
            />
          </Group>
        ),
    },
  ];
}
