import type { ReactNode } from 'react';
import { GIFT_CARD_SKU } from '../../../src/domains/pricing/index.js';
import type { Good } from '../state/catalogue.js';
import { useT } from '../texts/index.js';
import { GoodSelect } from './good-select.js';

const isTakenBack = ({ sku }: Good): boolean => sku !== GIFT_CARD_SKU;

/** Finds an article that comes back; gift cards do not. */
export function ArticleSelect({ onPick }: { onPick: (good: Good) => void }): ReactNode {
  const t = useT();
  return (
    <GoodSelect
      label={t('noReceipt.item')}
      placeholder={t('noReceipt.placeholder')}
      isOffered={isTakenBack}
      labelOf={({ name, sku }) => `${name} · ${sku}`}
      onPick={onPick}
      data-autofocus
    />
  );
}
