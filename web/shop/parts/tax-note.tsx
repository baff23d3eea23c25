import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';

/** Whether prices contain tax, beside a price. */
export function TaxNote({ digital = false }: { digital?: boolean }): ReactNode {
  const t = useT();
  const { store } = useShop();
  const key = store.prices_include_tax ? 'price.withTax' : 'price.withoutTax';
  return (
    <Text size="sm" c="dimmed">
      {t(digital ? key : `${key}.shipped`)}
    </Text>
  );
}
