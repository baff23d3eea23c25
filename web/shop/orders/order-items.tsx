import { Anchor, Group, Stack, Text } from '@mantine/core';
import { Fragment, type ReactNode } from 'react';
import { Link } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { descriptionOf } from '../../shared/description.js';
import { useFormat } from '../../shared/i18n/format.js';
import { includesTax, Row } from '../cart/totals.js';
import { useMeasure } from '../parts/measure.js';
import { Panel } from '../parts/panel.js';
import { useT } from '../texts/index.js';
import type { Order } from './use-order.js';

type Transaction = Order['transaction'];
export type SaleOfOrder = Pick<
  Transaction,
  | 'status'
  | 'totalAmount'
  | 'totalPaid'
  | 'subtotal'
  | 'discountAmount'
  | 'shippingAmount'
  | 'taxAmount'
  | 'prices_include_tax'
  | 'expiresAt'
  | 'line_items'
>;

type SoldLine = SaleOfOrder['line_items'][number];

/** Stands above the first part of a bundle. */
function BundleName({ line, previous }: { line: SoldLine; previous?: SoldLine }): ReactNode {
  const t = useT();
  const { bundle } = line;
  if (bundle === null || bundle.line === previous?.bundle?.line) return null;
  return (
    <Text component="li" fw={600}>
      {bundle.name}{' '}
      <Text span c="dimmed">
        {t('checkout.times', { count: bundle.quantity })}
      </Text>
    </Text>
  );
}

/** Leads to the page of the product while it is on sale. */
function Goods({ line }: { line: SoldLine }): ReactNode {
  if (line.product_slug === null) return descriptionOf(line);
  return (
    <Anchor component={Link} href={`/p/${line.product_slug}`} inherit>
      {descriptionOf(line)}
    </Anchor>
  );
}

/** Goods and sums of an order. */
export function OrderItems({ sale }: { sale: SaleOfOrder }): ReactNode {
  const t = useT();
  const { money, dateTime } = useFormat();
  const { times } = useMeasure();
  const due = Number(sale.totalAmount) - Number(sale.totalPaid);
  const isOpen = sale.status === 'pending' || sale.status === 'partially_paid';
  return (
    <Panel title={t('order.goods')}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {sale.line_items.map((line, nth) => (
          // An article may be bought alone and as part of a bundle.
          // biome-ignore lint/suspicious/noArrayIndexKey: the list is never reordered
          <Fragment key={nth}>
            <BundleName line={line} previous={sale.line_items[nth - 1]} />
            <Group component="li" wrap="nowrap" gap="sm" pl={line.bundle === null ? 0 : 'md'}>
              <Artwork
                name={descriptionOf(line)}
                style={{ width: 48, height: 48, borderRadius: 10, flex: 'none' }}
              />
              <Text style={{ flex: 1 }}>
                <Goods line={line} />{' '}
                <Text span c="dimmed">
                  {times(line)}
                </Text>
              </Text>
              <Text className="money">{money(line.subtotal)}</Text>
            </Group>
          </Fragment>
        ))}
      </Stack>
      <Stack component="dl" gap={6} m={0}>
        <Row label={t('cart.subtotal')}>{money(sale.subtotal)}</Row>
        {Number(sale.discountAmount) > 0 && (
          <Row label={t('cart.savings')} accent>
            {money(-Number(sale.discountAmount))}
          </Row>
        )}
        {Number(sale.shippingAmount) > 0 && (
          <Row label={t('cart.shipping')}>{money(sale.shippingAmount)}</Row>
        )}
        <Row label={t(includesTax(sale) ? 'cart.taxIncluded' : 'order.tax')}>
          {money(sale.taxAmount)}
        </Row>
        <Row label={t('cart.total')} strong>
          {money(sale.totalAmount)}
        </Row>
        {isOpen && due > 0 && <Row label={t('thanks.due')}>{money(due)}</Row>}
      </Stack>
      {isOpen && sale.expiresAt !== null && (
        <Text size="sm" c="dimmed">
          {t('order.until', { time: dateTime(sale.expiresAt) })}
        </Text>
      )}
    </Panel>
  );
}
