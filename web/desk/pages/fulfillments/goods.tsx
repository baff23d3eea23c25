import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';

/** Goods sold by measure have a unit. */
type Item = Fulfillment['items'][number] & { unit?: string };

const SHOWN = 4;

/** What the customer ordered, less what came back. */
export function Goods({ one }: { one: Fulfillment }): ReactNode {
  const t = useT();
  const { number } = useFormat();
  const more = one.items.length - SHOWN;
  const contentOf = ({ quantity, unit, description }: Item): string =>
    `${number(quantity, 3)}${unit === undefined ? '' : ` ${unit}`} × ${description}`;
  return (
    <Text size="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
      {one.items.slice(0, SHOWN).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a sale may list an article twice
        <li key={`${item.sku} ${index}`}>{contentOf(item)}</li>
      ))}
      {more > 0 && <li>{t('fulfillments.moreGoods', { count: more })}</li>}
    </Text>
  );
}
