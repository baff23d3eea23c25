import type { ReactNode } from 'react';
import { GIFT_CARD_SKU } from '../../../src/domains/pricing/index.js';
import type { Good } from '../state/catalogue.js';
import { useT } from '../texts/index.js';
import { GoodSelect } from './good-select.js';

/** Gift cards do not come back. */
export const isTakenBack = ({ sku }: Good): boolean => sku !== GIFT_CARD_SKU;

/** Finds an article that comes back; `isOffered` is a function of the module, not of a render. */
export function ArticleSelect(props: {
  isOffered?: (good: Good) => boolean;
  onPick: (good: Good) => void;
}): ReactNode {
  const { isOffered = isTakenBack, onPick } = props;
  const t = useT();
  return (
    <GoodSelect
      label={t('noReceipt.item')}
      placeholder={t('noReceipt.placeholder')}
      isOffered={isOffered}
      labelOf={({ name, sku }) => `${name} · ${sku}`}
      onPick={onPick}
      data-autofocus
    />
  );
}
