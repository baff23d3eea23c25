import { Select } from '@mantine/core';
import { type ReactNode, useDeferredValue, useMemo, useState } from 'react';
import { type Good, type Goods, NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { searchGoods } from '../state/product-search.js';

const MOST_SHOWN = 20;

function firstGoods(goods: Goods, text: string, isOffered: (good: Good) => boolean): Good[] {
  const found: Good[] = [];
  for (const good of searchGoods(goods, text)) {
    if (found.length === MOST_SHOWN) break;
    if (isOffered(good)) found.push(good);
  }
  return found;
}

/** An article by typing; `isOffered` is a function of the module, not of a render. */
export function GoodSelect(props: {
  label: string;
  placeholder: string;
  isOffered: (good: Good) => boolean;
  labelOf: (good: Good) => string;
  onPick: (good: Good) => void;
  disabled?: boolean;
  'data-autofocus'?: boolean;
}): ReactNode {
  const { isOffered, labelOf, onPick, ...field } = props;
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text);
  const found = useMemo(() => firstGoods(goods, wanted, isOffered), [goods, wanted, isOffered]);
  return (
    <Select
      {...field}
      searchable
      // The catalogue has searched already.
      filter={({ options }) => options}
      value={null}
      searchValue={text}
      onSearchChange={setText}
      data={found.map(good => ({ value: good.sku, label: labelOf(good) }))}
      onChange={sku => {
        const picked = found.find(good => good.sku === sku);
        if (picked !== undefined) onPick(picked);
        setText('');
      }}
    />
  );
}
