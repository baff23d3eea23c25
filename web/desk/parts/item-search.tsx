import { Select } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useVariants, variantName } from '../state/use-variants.js';
import { useT } from '../texts/index.js';
import type { Variant } from '../types.js';

/** Finds an item by name, SKU or barcode and empties itself for the next one. */
export function ItemSearch(props: {
  isTaken: (id: string) => boolean;
  onPick: (variant: Variant) => void;
}): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const [wanted] = useDebouncedValue(text.trim(), 200);
  const found = useVariants(wanted);
  const offered = (found.data ?? []).filter(({ id }) => !props.isTaken(id));
  return (
    <Select
      label={t('orders.addItem')}
      placeholder={t('stock.search')}
      leftSection={<IconSearch size={16} />}
      searchable
      searchValue={text}
      onSearchChange={setText}
      // No client-side filter: the service also matches barcodes, which labels do not show.
      filter={({ options }) => options}
      nothingFoundMessage={found.isPending ? t('app.loading') : t('stock.none')}
      data={offered.map(one => ({ value: one.id, label: `${variantName(one)} (${one.sku})` }))}
      value={null}
      onChange={id => {
        const picked = offered.find(one => one.id === id);
        if (picked !== undefined) props.onPick(picked);
        setText('');
      }}
    />
  );
}
