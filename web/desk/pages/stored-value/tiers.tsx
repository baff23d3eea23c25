import { Button, Group, Text } from '@mantine/core';
import { IconPlus, IconStairsUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Tier } from '../../types.js';
import { TierForm } from './tier-form.js';

/** The tiers of customers: who spends more earns more points. */
export function Tiers(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const [edited, setEdited] = useState<Tier | 'new'>();
  const tiers = useQuery({
    queryKey: ['tiers'],
    queryFn: () => answer(api.GET('/loyalty/tiers/')),
  });
  const mayWrite = may('catalog.chain');
  return (
    <>
      <Group justify="space-between" mb="md">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 240px' }}>
          {t('tiers.text')}
        </Text>
        {mayWrite && (
          <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
            {t('tiers.new')}
          </Button>
        )}
      </Group>
      <Panel isFlush>
        <Show
          query={tiers}
          empty={<Empty icon={<IconStairsUp size={28} />} title={t('tiers.none')} />}
        >
          {rows => <Table rows={rows} onEdit={mayWrite ? setEdited : undefined} />}
        </Show>
      </Panel>
      {edited !== undefined && (
        <TierForm
          tier={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function Table(props: { rows: Tier[]; onEdit: ((tier: Tier) => void) | undefined }): ReactNode {
  const { rows, onEdit } = props;
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const columns: Column<Tier>[] = [
    { head: t('list.name'), cell: ({ name }) => <strong>{name}</strong> },
    {
      head: t('tiers.spend'),
      isFigure: true,
      cell: ({ minimum_spend, currency }) => format.money(minimum_spend, currency),
    },
    {
      head: t('tiers.factor'),
      isFigure: true,
      cell: tier => `× ${format.number(Number(tier.earning_factor), 2)}`,
    },
    ...(onEdit === undefined
      ? []
      : [
          {
            head: t('list.actions'),
            isFigure: true,
            cell: ({ id, name }: Tier) => (
              <DeleteButton
                name={name}
                text={t('tiers.delete.text')}
                run={() => answer(api.DELETE('/loyalty/tiers/{id}/', { params: { path: { id } } }))}
                changes={[['tiers']]}
              />
            ),
          },
        ]),
  ];
  return (
    <DataTable
      label={t('tiers.title')}
      rows={rows}
      columns={columns}
      keyOf={({ id }) => id}
      onOpen={onEdit}
    />
  );
}
