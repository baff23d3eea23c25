import { Anchor, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';

/** Goods sold by measure have a unit. */
type Item = Fulfillment['items'][number] & { unit?: string };

const SHOWN = 4;

/** What the customer ordered, less what came back; a long list opens on demand. */
export function Goods({ one }: { one: Fulfillment }): ReactNode {
  const t = useT();
  const { number } = useFormat();
  const [isOpen, list] = useDisclosure(false);
  const more = one.items.length - SHOWN;
  const contentOf = ({ quantity, unit, description }: Item): string =>
    `${number(quantity, 3)}${unit === undefined ? '' : ` ${unit}`} × ${description}`;
  return (
    <>
      <Text size="xs" component="ul" m={0} p={0} style={{ listStyle: 'none' }}>
        {(isOpen ? one.items : one.items.slice(0, SHOWN)).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a sale may list an article twice
          <li key={`${item.sku} ${index}`}>{contentOf(item)}</li>
        ))}
      </Text>
      {more > 0 && (
        <Anchor
          component="button"
          type="button"
          size="xs"
          aria-expanded={isOpen}
          onClick={list.toggle}
        >
          {isOpen ? t('fulfillments.fewerGoods') : t('fulfillments.moreGoods', { count: more })}
        </Anchor>
      )}
    </>
  );
}
