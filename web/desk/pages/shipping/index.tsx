import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconWorld } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { ChooseStore, useShownStores } from '../../parts/choose-store.js';
import { CopySettings } from '../../parts/copy-settings/index.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Page, Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { useT } from '../../texts/index.js';
import type { ShippingZone, Store } from '../../types.js';
import { ZoneForm } from './zone-form.js';

/** Where each store ships to, and for how much. */
export default function Shipping(): ReactNode {
  const t = useT();
  const shown = useShownStores();
  return (
    <Page title={t('nav.shipping')} text={t('shipping.text')}>
      {shown === undefined ? <ChooseStore /> : shown.map(one => <Zones key={one.id} store={one} />)}
    </Page>
  );
}

function useZones({ id }: Store) {
  const api = useApi();
  return useQuery({
    queryKey: ['shipping-zones', id],
    queryFn: () =>
      all(cursor =>
        api.GET('/shipping-zones/', {
          params: { query: { cursor, store: id, limit: 200, etags: true } },
        }),
      ),
  });
}

function Zones({ store }: { store: Store }): ReactNode {
  const t = useT();
  const zones = useZones(store);
  const [edited, setEdited] = useState<{ zone: ShippingZone | undefined }>();
  const columns = useColumns(store, zone => setEdited({ zone }));
  return (
    <Panel
      isFlush
      title={store.name}
      aside={
        <Group gap={6}>
          <CopySettings store={store} sections={['shipping']} isSmall />
          <Button
            size="compact-sm"
            leftSection={<IconPlus size={14} />}
            aria-label={`${t('shipping.new')}: ${store.name}`}
            onClick={() => setEdited({ zone: undefined })}
          >
            {t('shipping.new')}
          </Button>
        </Group>
      }
    >
      <Show
        query={zones}
        empty={
          <Empty
            icon={<IconWorld size={28} />}
            title={t('shipping.none')}
            text={t('shipping.none.text')}
          />
        }
      >
        {list => (
          <DataTable
            label={`${t('nav.shipping')}: ${store.name}`}
            rows={list}
            columns={columns}
            keyOf={zone => zone.id}
          />
        )}
      </Show>
      {edited !== undefined && (
        <ZoneForm store={store} zone={edited.zone} onClose={() => setEdited(undefined)} />
      )}
    </Panel>
  );
}

function useColumns(store: Store, onEdit: (zone: ShippingZone) => void): Column<ShippingZone>[] {
  const t = useT();
  const places = usePlaces();
  return [
    { head: t('list.name'), cell: zone => <strong>{zone.name}</strong> },
    { head: t('shipping.places'), from: 'sm', cell: zone => <LongText>{places(zone)}</LongText> },
    { head: t('shipping.rates'), cell: zone => <Rates zone={zone} currency={store.currency} /> },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: zone => <Actions zone={zone} onEdit={onEdit} />,
    },
  ];
}

function usePlaces(): (zone: ShippingZone) => string {
  const t = useT();
  const { locale } = useI18n();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return ({ countries, regions, is_rest_of_world: isRest }) => {
    if (isRest) return t('shipping.rest');
    const text = countries.map(code => names.of(code) ?? code).join(', ');
    return regions.length === 0 ? text : `${text}: ${regions.join(', ')}`;
  };
}

function Rates({ zone, currency }: { zone: ShippingZone; currency: string }): ReactNode {
  const { money } = useFormat();
  const t = useT();
  return (
    <Stack gap={2}>
      {zone.rates.map(({ code, title, bands, free_from: free }) => {
        const [first] = bands;
        const price = first === undefined ? '' : money(first.price, currency);
        return (
          <Text key={code} size="sm">
            {title}: {bands.length > 1 ? t('shipping.from', { price }) : price}
            {free !== null && ` · ${t('shipping.freeFrom', { amount: money(free, currency) })}`}
          </Text>
        );
      })}
    </Stack>
  );
}

function Actions(props: { zone: ShippingZone; onEdit: (zone: ShippingZone) => void }): ReactNode {
  const { zone, onEdit } = props;
  const t = useT();
  const api = useApi();
  return (
    <>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('shipping.edit')}: ${zone.name}`}
        onClick={() => onEdit(zone)}
      >
        {t('shipping.edit')}
      </Button>{' '}
      <DeleteButton
        name={zone.name}
        text={t('shipping.delete.text')}
        run={() =>
          answer(api.DELETE('/shipping-zones/{id}/', { params: { path: { id: zone.id } } }))
        }
        changes={[['shipping-zones']]}
      />
    </>
  );
}
