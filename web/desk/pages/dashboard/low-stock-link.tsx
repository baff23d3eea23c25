import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { FigurePage } from '../../parts/figure-page.js';
import { useDesk } from '../../state/desk.js';
import { stockPage } from '../analytics/figure-links.js';
import type { ChainDay } from './rank.js';

/** The number of goods of a store that are low, which leads to them. */
export function LowStock({ day }: { day: ChainDay }): ReactNode {
  const format = useFormat();
  const { storeOf } = useDesk();
  const { store, store_code: code, low_stock: count } = day;
  return (
    <FigurePage
      page={count === 0 ? undefined : stockPage({ low: '1', store: code })}
      name={storeOf(store)?.name ?? code}
      value={format.number(count)}
    />
  );
}
