import { Button, Drawer, Group, Stack, Text, Title } from '@mantine/core';
import { IconPackageImport } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { DataTable } from '../../parts/data-table.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { ItemOf, PurchaseOrder, Store } from '../../types.js';

type Proposal = ItemOf<'/par-levels/shortfalls/proposals/'>;
type Props = { store: Store; onClose: () => void; onDrafted: (order: PurchaseOrder) => void };

/** What the store lacks, by supplier; each proposal becomes a draft order. */
export function Proposals({ store, onClose, onDrafted }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const query = useQuery({
    queryKey: ['proposals', store.code],
    queryFn: () =>
      answer(
        api.GET('/par-levels/shortfalls/proposals/', { params: { query: { store: store.code } } }),
      ),
  });
  return (
    <Drawer
      opened
      onClose={onClose}
      position="right"
      size="lg"
      title={t('proposals.title')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        <Text size="sm" c="dimmed">
          {t('proposals.text', { store: store.name })}
        </Text>
        <Show
          query={query}
          empty={
            <Empty
              icon={<IconPackageImport size={28} />}
              title={t('proposals.none')}
              text={t('proposals.none.text')}
            />
          }
        >
          {proposals =>
            proposals.map(proposal => (
              <One
                key={proposal.supplier ?? ''}
                proposal={proposal}
                store={store}
                onDrafted={onDrafted}
              />
            ))
          }
        </Show>
      </Stack>
    </Drawer>
  );
}

function One(props: {
  proposal: Proposal;
  store: Store;
  onDrafted: (order: PurchaseOrder) => void;
}): ReactNode {
  const { proposal, store, onDrafted } = props;
  const { supplier, supplier_name: name } = proposal;
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const quantity = useQuantityText();
  const [key] = useState(newKey);
  const draft = useAction(
    (id: string) =>
      answer(
        api.POST('/par-levels/shortfalls/order/', {
          body: { store: store.code, supplier: id },
          ...once(key),
        }),
      ),
    {
      changes: [['orders'], ['proposals']],
      done: ({ po_number: number }) => t('orders.saved', { number }),
      onDone: onDrafted,
    },
  );
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <div>
          <Title order={2} size="h5">
            {supplier === null ? t('proposals.noSupplier') : name}
          </Title>
          <Text size="sm" c="dimmed">
            {proposal.total_cost === null
              ? '—'
              : format.money(proposal.total_cost, proposal.currency)}
            {supplier === null && ` · ${t('proposals.noSupplier.hint')}`}
          </Text>
        </div>
        {supplier !== null && (
          <Button
            size="xs"
            aria-label={`${t('proposals.draft')}: ${name}`}
            loading={draft.isPending}
            onClick={() => draft.mutate(supplier)}
          >
            {t('proposals.draft')}
          </Button>
        )}
      </Group>
      <DataTable
        label={supplier === null ? t('proposals.noSupplier') : name}
        rows={proposal.lines}
        keyOf={line => line.variant_id}
        columns={[
          {
            head: t('stock.item'),
            cell: line => (
              <Item
                name={line.description}
                sku={
                  line.source === 'reorder_point'
                    ? t('proposals.reorder', { sku: line.sku })
                    : line.sku
                }
              />
            ),
          },
          {
            head: t('suppliers.pack'),
            isFigure: true,
            from: 'xs',
            cell: line => quantity(line.pack_size, line.unit),
          },
          {
            head: t('orders.quantity'),
            isFigure: true,
            cell: line => quantity(line.quantity, line.unit),
          },
        ]}
      />
    </Stack>
  );
}
