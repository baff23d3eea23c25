import { Select } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { GIFT_CARD_SKU } from '../../../src/domains/pricing/index.js';
import { type Good, useCatalogue } from '../state/catalogue.js';
import { useT } from '../texts/index.js';

/** Finds an article that comes back; gift cards do not. */
export function ArticleSelect({ onPick }: { onPick: (good: Good) => void }): ReactNode {
  const t = useT();
  const [text, setText] = useState('');
  const goods = (useCatalogue().data?.goods ?? []).filter(good => good.sku !== GIFT_CARD_SKU);
  return (
    <Select
      label={t('noReceipt.item')}
      placeholder={t('noReceipt.placeholder')}
      searchable
      limit={20}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      data={goods.map(good => ({ value: good.sku, label: `${good.name} · ${good.sku}` }))}
      onChange={sku => {
        const picked = goods.find(good => good.sku === sku);
        if (picked !== undefined) onPick(picked);
        setText('');
      }}
      data-autofocus
    />
  );
}
