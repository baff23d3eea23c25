import { Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconPackage, IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ParLevel, Zone } from '../../types.js';
import { ParLevelForm } from './par-level-form.js';
import { ZoneForm } from './zone-form.js';

/** A zone with the par levels of its items. */
export function ZoneDetail(props: {
  zone: Zone;
  onSaved: (zone: Zone) => void;
  onGone: () => void;
}): ReactNode {
  const { zone, onSaved, onGone } = props;
  const t = useT();
  const api = useApi();
  const { storeOf } = useDesk();
  const [isEdited, setEdited] = useState(false);
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <StatusTag status={zone.is_active ? 'active' : 'inactive'} />
          <Text size="sm" c="dimmed">
            {[t(`zones.kind.${zone.kind}`), storeOf(zone.store)?.name].filter(Boolean).join(' · ')}
          </Text>
        </Group>
        <Group gap="xs">
          <Button size="xs" variant="default" onClick={() => setEdited(true)}>
            {t('zones.edit')}
          </Button>
          <DeleteButton
            name={zone.name}
            text={t('zones.delete.text')}
            run={() => answer(api.DELETE('/zones/{id}/', { params: { path: { id: zone.id } } }))}
            changes={[['zones']]}
            onDone={onGone}
            size="xs"
          />
        </Group>
      </Group>
      <ParLevels zone={zone} />
      {isEdited && <ZoneForm zone={zone} onClose={() => setEdited(false)} onSaved={onSaved} />}
    </Stack>
  );
}

function ParLevels({ zone }: { zone: Zone }): ReactNode {
  const t = useT();
  const api = useApi();
  const columns = useColumns();
  const [edited, setEdited] = useState<ParLevel | 'new'>();
  const pages = usePages(['par-levels', zone.id], cursor =>
    api.GET('/par-levels/', { params: { query: { zone: zone.id, cursor } } }),
  );
  return (
    <>
      <Group justify="space-between">
        <Title order={2} size="h4">
          {t('pars.title')}
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => setEdited('new')}
        >
          {t('orders.addItem')}
        </Button>
      </Group>
      <Text size="sm" c="dimmed">
        {t('pars.text')}
      </Text>
      <PagedTable
        label={t('pars.title')}
        pages={pages}
        columns={columns}
        keyOf={level => level.id}
        onOpen={setEdited}
        empty={
          <Empty
            icon={<IconPackage size={28} />}
            title={t('pars.none')}
            text={t('pars.none.text')}
          />
        }
      />
      {edited !== undefined && (
        <ParLevelForm
          zone={zone}
          level={edited === 'new' ? undefined : edited}
          isTaken={id => pages.data?.some(level => level.variant_id === id) === true}
          onClose={() => setEdited(undefined)}
        />
      )}
    </>
  );
}

function useColumns(): Column<ParLevel>[] {
  const t = useT();
  const quantity = useQuantityText();
  return [
    { head: t('stock.item'), cell: one => <Item name={one.description} sku={one.sku} /> },
    {
      head: t('pars.minimum'),
      isFigure: true,
      from: 'sm',
      cell: one => quantity(one.minimum_quantity, one.unit),
    },
    { head: t('pars.par'), isFigure: true, cell: one => quantity(one.par_quantity, one.unit) },
    {
      head: t('pars.covered'),
      isFigure: true,
      from: 'sm',
      cell: one => quantity(one.covered_quantity, one.unit),
    },
    { head: t('pars.shortfall'), isFigure: true, cell: one => <Shortfall level={one} /> },
  ];
}

function Shortfall({ level }: { level: ParLevel }): ReactNode {
  const t = useT();
  const quantity = useQuantityText();
  if (!level.is_active) return <StatusTag status="inactive" />;
  const text = quantity(level.shortfall, level.unit);
  return level.is_below_minimum ? (
    <Tag tone="warn">{t('pars.urgent', { quantity: text })}</Tag>
  ) : (
    text
  );
}
