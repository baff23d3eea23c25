import { Button, Group, NumberInput, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { numberOrNull, type Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { useBundle } from './bundle.js';

/** The stock of a variant in each store that the reader sees; the inventory page changes it. */
export function Stock({ sku }: { sku: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const { stores, store: selected, may } = useDesk();
  const [isOpening, setOpening] = useState(false);
  const levels = useQuery({
    queryKey: ['levels', 'of', sku],
    queryFn: () => answer(api.GET('/inventory-levels/', { params: { query: { sku } } })),
  });
  const isOf = (one: Store, level: { store: string }): boolean =>
    [one.id, one.code].includes(level.store);
  const stock = (levels.data ?? []).flatMap(level => {
    const store = stores.find(one => isOf(one, level));
    return store === undefined ? [] : [`${store.name} ${format.number(level.on_hand)}`];
  });
  // A bundle has no stock, so variants with stock need no look-up.
  const hasStock = levels.data?.some(level => level.on_hand !== 0) !== false;
  const bundle = useBundle(sku, !hasStock);
  if ((bundle.data?.parts.length ?? 0) > 0) {
    return (
      <Text size="sm" c="dimmed">
        {t('products.stock.bundle')}
      </Text>
    );
  }
  const place = selected ?? stores[0];
  const isMissing =
    place !== undefined &&
    !bundle.isLoading &&
    levels.data?.some(level => isOf(place, level)) === false;
  return (
    <Group gap="xs">
      <Text size="sm" c="dimmed">
        <Link href="/inventory" className="desk-link">
          {t('products.stock')}
        </Link>
        {': '}
        {levels.isPending ? '…' : stock.join(' · ') || t('products.stock.none')}
      </Text>
      {isMissing && may('stock.adjust') && (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('products.stock.add')}: ${sku}`}
          onClick={() => setOpening(true)}
        >
          {t('products.stock.add')}
        </Button>
      )}
      {isOpening && place !== undefined && (
        <OpeningStock sku={sku} store={place} onClose={() => setOpening(false)} />
      )}
    </Group>
  );
}

/** The first stock of a variant at a store. */
function OpeningStock(props: { sku: string; store: Store; onClose: () => void }): ReactNode {
  const { sku, store, onClose } = props;
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ on_hand: '' as Typed }),
    save: ({ on_hand }) =>
      answer(
        api.POST('/inventory-levels/', {
          body: { store: store.code, sku, on_hand: numberOrNull(on_hand) ?? 0 },
        }),
      ),
    changes: [['levels']],
    done: () => t('products.stock.added', { sku }),
    onClose,
  });
  return (
    <FormDialog
      title={t('products.stock.title', { sku, store: store.name })}
      submit={t('products.stock.add')}
      isReady={form.draft.on_hand !== ''}
      {...form.dialog}
    >
      <NumberInput
        label={t('stock.onHand')}
        data-autofocus
        allowNegative={false}
        hideControls
        {...form.field('on_hand')}
      />
    </FormDialog>
  );
}
