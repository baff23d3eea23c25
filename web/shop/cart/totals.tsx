import { Divider, Group, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { minorPerUnit } from '../../../src/platform/currencies.js';
import { useFormat } from '../../shared/i18n/format.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';

export function Row(props: {
  label: string;
  children: ReactNode;
  strong?: boolean;
  accent?: boolean;
}): ReactNode {
  const colour = props.accent ? 'var(--app-accent)' : undefined;
  const weight = props.strong ? 700 : undefined;
  return (
    <Group justify="space-between" wrap="nowrap" component="div">
      <Text component="dt" c={colour} fw={weight} size={props.strong ? 'lg' : 'sm'}>
        {props.label}
      </Text>
      <Text
        component="dd"
        m={0}
        c={colour}
        fw={weight}
        size={props.strong ? 'lg' : 'sm'}
        className="money"
      >
        {props.children}
      </Text>
    </Group>
  );
}

/** Total in minor units; omit shipping until the delivery method is known. */
export const totalCents = (cart: Cart, shippingCents = 0): number =>
  Math.round(Number(cart.estimated_total) * minorPerUnit(cart.currency)) + shippingCents;

/** `delivery` is set once the delivery is known; until then the tax is an estimate. */
export function Totals(props: {
  cart: Cart;
  delivery?: { shippingCents: number; tax: string; totalCents: number };
}): ReactNode {
  const { cart, delivery } = props;
  const shippingCents = delivery?.shippingCents;
  const t = useT();
  const { money, cents } = useFormat();
  return (
    <Stack component="dl" gap={6} m={0}>
      <Row label={t('cart.subtotal')}>{money(cart.subtotal)}</Row>
      {Number(cart.promotion_savings) > 0 && (
        <Row label={t('cart.savings')} accent>
          {money(-Number(cart.promotion_savings))}
        </Row>
      )}
      {cart.free_shipping_active ? (
        <Row label={t('cart.shipping')} accent>
          {t('cart.shipping.free')}
        </Row>
      ) : (
        <Row label={t('cart.shipping')}>
          {shippingCents === undefined
            ? t('cart.shipping.later')
            : shippingCents === 0
              ? t('cart.shipping.none')
              : cents(shippingCents)}
        </Row>
      )}
      <Row label={t(includesTax(cart) ? 'cart.taxIncluded' : 'cart.tax')}>
        {money(delivery?.tax ?? cart.estimated_tax)}
      </Row>
      <Divider my={4} aria-hidden />
      <Row label={t('cart.total')} strong>
        {cents(delivery?.totalCents ?? totalCents(cart))}
      </Row>
    </Stack>
  );
}

/** Whether the prices of a cart or an order contain their tax. */
export const includesTax = (priced: object): boolean =>
  'prices_include_tax' in priced && priced.prices_include_tax === true;
