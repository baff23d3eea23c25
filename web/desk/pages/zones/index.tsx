import { Button, Drawer } from '@mantine/core';
import { IconBuildingWarehouse, IconPlus } from '@tabler/icons-react';
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
import type { Zone } from '../../types.js';
import { ZoneDetail } from './zone-detail.js';
import { ZoneForm } from './zone-form.js';

/** The zones of the store in the order in which stock is allocated to them. */
export default function Zones(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [opened, setOpened] = useState<Zone>();
  const [isNew, setNew] = useState(false);
  const columns = useColumns();
  const pages = usePages(['zones', 'list', store?.code], cursor =>
    api.GET('/zones/', { params: { query: { store: store?.code, cursor } } }),
  );
  const current = pages.data?.find(zone => zone.id === opened?.id) ?? opened;
  return (
    <Page
      title={t('nav.zones')}
      text={t('zones.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setNew(true)}>
          {t('zones.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.zones')}
          pages={pages}
          columns={columns}
          keyOf={zone => zone.id}
          onOpen={setOpened}
          selected={opened?.id}
          empty={
            <Empty
              icon={<IconBuildingWarehouse size={28} />}
              title={t('zones.none')}
              text={t('zones.none.text')}
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
          <ZoneDetail
            key={current.id}
            zone={current}
            onSaved={setOpened}
            onGone={() => setOpened(undefined)}
          />
        )}
      </Drawer>
      {isNew && (
        <ZoneForm
          position={nextPosition(pages.data)}
          onClose={() => setNew(false)}
          onSaved={setOpened}
        />
      )}
    </Page>
  );
}

const GAP = 10;

/** After the other zones, with room for one in between. */
const nextPosition = (zones: readonly Zone[] = []): number =>
  Math.max(0, ...zones.map(zone => zone.sort_order)) + GAP;

function useColumns(): Column<Zone>[] {
  const t = useT();
  const { store, storeOf } = useDesk();
  const place: Column<Zone>[] =
    store === undefined
      ? [{ head: t('store.one'), from: 'sm', cell: zone => storeOf(zone.store)?.name ?? '' }]
      : [];
  return [
    { head: t('list.name'), cell: zone => <NameCell name={zone.name} about={[zone.code]} /> },
    { head: t('zones.kind'), from: 'xs', cell: zone => t(`zones.kind.${zone.kind}`) },
    ...place,
    { head: t('zones.position'), isFigure: true, from: 'md', cell: zone => zone.sort_order },
    {
      head: t('list.status'),
      from: 'sm',
      cell: zone => <StatusTag status={zone.is_active ? 'active' : 'inactive'} />,
    },
  ];
}
