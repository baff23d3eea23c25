import { Button, Group, Spoiler, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { numberOrNull, type Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuantityInput, useQuantityText } from '../../parts/quantity.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Level, Store } from '../../types.js';
import { useBundle } from './bundle.js';

type Goods = { variant: string; sku: string; unit: string };

/** Three lines of text; a chain of 200 stores needs more. */
const MAX_HEIGHT = 66;

/** The levels of a variant in every store that the reader sees. */
function useLevels(variant: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['levels', 'of', variant],
    queryFn: () =>
      all(cursor =>
        api.GET('/inventory-levels/', { params: { query: { variant, cursor, limit: 200 } } }),
      ),
  });
}

/** The stock of a variant in each store that the reader sees; the inventory page changes it. */
export function Stock(goods: Goods): ReactNode {
  const t = useT();
  const { stores, store: selected, may } = useDesk();
  const [isOpening, setOpening] = useState(false);
  const levels = useLevels(goods.variant);
  // A bundle has no stock, so variants with stock need no look-up.
  const hasStock = levels.data?.some(level => level.on_hand !== 0) !== false;
  const bundle = useBundle(goods.variant, !hasStock);
  if ((bundle.data?.parts.length ?? 0) > 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('products.stock.bundle')}
      </Text>
    );
  }
  const stocked = new Set(levels.data?.map(level => level.store));
  const places = selected === undefined ? stores : [selected];
  const missing =
    levels.data === undefined || bundle.isLoading
      ? []
      : places.filter(({ id }) => !stocked.has(id));
  return (
    <Group gap="xs">
      <StockText levels={levels.data} />
      {missing.length > 0 && may('stock.adjust') && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('products.stock.add')}: ${goods.sku}`}
          onClick={() => setOpening(true)}
        >
          {t('products.stock.add')}
        </Button>
      )}
      {isOpening && missing.length > 0 && (
        <OpeningStock goods={goods} stores={missing} onClose={() => setOpening(false)} />
      )}
    </Group>
  );
}

function StockText({ levels }: { levels: Level[] | undefined }): ReactNode {
  const t = useT();
  const quantity = useQuantityText();
  const { stores } = useDesk();
  const byStore = new Map(levels?.map(level => [level.store, level]));
  const stock = stores.flatMap(({ id, name }) => {
    const level = byStore.get(id);
    return level === undefined ? [] : [`${name} ${quantity(level.on_hand, level.unit)}`];
  });
  return (
    <Spoiler
      maxHeight={MAX_HEIGHT}
      showLabel={t('products.stock.all')}
      hideLabel={t('products.stock.fewer')}
    >
      <Text size="sm" c="dimmed">
        <Link href="/inventory" className="desk-link">
          {t('products.stock')}
        </Link>
        {': '}
        {levels === undefined ? '…' : stock.join(' · ') || t('products.stock.none')}
      </Text>
    </Spoiler>
  );
}

/** The first stock of a variant at one of the stores that have none yet. */
function OpeningStock(props: { goods: Goods; stores: Store[]; onClose: () => void }): ReactNode {
  const { goods, stores, onClose } = props;
  const { sku, unit } = goods;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ store: stores[0]?.code ?? '', on_hand: '' as Typed }),
    save: ({ store, on_hand }) =>
      answer(
        api.POST('/inventory-levels/', {
          body: { store, variant_id: goods.variant, on_hand: numberOrNull(on_hand) ?? 0 },
        }),
      ),
    changes: [['levels']],
    done: () => t('products.stock.added', { sku }),
    onClose,
  });
  const place = stores.find(({ code }) => code === form.draft.store);
  return (
    <FormDialog
      title={t('products.stock.title', { sku, store: place?.name ?? '' })}
      submit={t('products.stock.add')}
      isReady={form.draft.on_hand !== ''}
      {...form.dialog}
    >
      {stores.length > 1 && (
        <StoreSelect
          stores={stores}
          value={form.draft.store}
          onPick={store => store !== null && form.set({ store })}
          error={form.errorOf('store')}
        />
      )}
      <QuantityInput
        label={t('stock.onHand')}
        data-autofocus
        unit={unit}
        {...form.field('on_hand')}
      />
    </FormDialog>
  );
}
