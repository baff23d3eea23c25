import { Group, Stack, Text } from '@mantine/core';
import { IconTrophy } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { countedSales } from '../../parts/sales-filter.js';
import { SalesLink } from '../../parts/sales-link.js';
import { useT } from '../../texts/index.js';
import { scopeOf } from './day-figures.js';
import type { StoreDay } from './use-store-day.js';

export function TopProducts({ day }: { day: StoreDay }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { top_products: top, currency } = day;
  if (top.length === 0) {
    return (
      <Empty
        icon={<IconTrophy size={28} />}
        title={t('dashboard.top.none')}
        text={t('dashboard.top.none.text')}
      />
    );
  }
  const most = Math.max(...top.map(product => Number(product.revenue)), 0.01);
  return (
    <Stack gap="sm" component="ol" p={0} m={0} style={{ listStyle: 'none' }}>
      {top.map(product => (
        <li key={product.product_id}>
          <Group justify="space-between" wrap="nowrap" mb={4}>
            <Text size="sm" truncate>
              {product.name}
            </Text>
            <Group gap="md" wrap="nowrap">
              <Text size="xs" c="dimmed" className="money">
                {t('dashboard.units', { count: product.units })}
              </Text>
              <Text size="sm" fw={600} className="money" miw={76} ta="end">
                <SalesLink
                  filter={countedSales(scopeOf(day), { product: String(product.product_id) })}
                  isFigure
                  label={t('reports.salesOf', {
                    name: product.name,
                    value: format.money(product.revenue, currency),
                  })}
                >
                  {format.money(product.revenue, currency)}
                </SalesLink>
              </Text>
            </Group>
          </Group>
          <div className="desk-bar" aria-hidden>
            <span style={{ width: `${(100 * Number(product.revenue)) / most}%` }} />
          </div>
        </li>
      ))}
    </Stack>
  );
}
