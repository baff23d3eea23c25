import { ActionIcon, Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { type Measured, useMeasure } from '../parts/measure.js';
import { Quantity } from '../parts/quantity.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { CartLine } from '../types.js';
import { CartForm } from './cart-form.js';
import { closeCart } from './cart-state.js';
import { useChangeQuantity, useRemoveFromCart } from './use-cart.js';

export const isShort = (line: CartLine): boolean =>
  !line.is_digital && line.available < line.quantity;

/** The line total, and the original price if discounted. */
export function LinePrice({ line }: { line: CartLine }): ReactNode {
  const t = useT();
  const { money } = useFormat();
  const discount = Number(line.promotion_discount);
  if (discount === 0) {
    return (
      <Text fw={600} className="money">
        {money(line.line_total)}
      </Text>
    );
  }
  return (
    <Stack gap={0} align="flex-end">
      <Text fw={600} className="money">
        {money(Number(line.line_total) - discount)}
      </Text>
      <Text size="sm" c="dimmed" td="line-through" className="money">
        <span className="visually-hidden">{t('cart.before')}</span>
        {money(line.line_total)}
      </Text>
    </Stack>
  );
}

/** How much of an article is left, in its unit. */
function useLeft(): (line: CartLine & Measured) => string {
  const t = useT();
  const { amount } = useMeasure();
  return ({ available, unit }) => {
    if (available === 0) return t('cart.short.none');
    return unit === undefined
      ? t('cart.short', { count: available })
      : t('cart.short.measured', { quantity: amount(available, unit) });
  };
}

export function LineNotes({ line }: { line: CartLine }): ReactNode {
  const left = useLeft();
  const { amount } = useMeasure();
  const part = ({ name, quantity, unit }: NonNullable<CartLine['parts']>[number]): string =>
    unit === undefined ? `${quantity} × ${name}` : `${amount(quantity, unit)} ${name}`;
  return (
    <>
      {line.parts !== undefined && (
        <Text size="sm" c="dimmed">
          {line.parts.map(part).join(', ')}
        </Text>
      )}
      {line.applied_promotions.map(({ id, name }) => (
        <Text key={id} size="sm" c="var(--app-accent)">
          {name}
        </Text>
      ))}
      {isShort(line) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {left(line)}
        </Text>
      )}
    </>
  );
}

export function CartLineRow({ line }: { line: CartLine & Measured }): ReactNode {
  const t = useT();
  const { price } = useMeasure();
  const change = useChangeQuantity();
  const remove = useRemoveFromCart();
  const errorText = useShopError();
  const error = change.error ?? remove.error;
  return (
    <Group component="li" align="flex-start" wrap="nowrap" gap="md" data-sku={line.sku}>
      <Artwork
        name={line.name}
        imageUrl={line.image_url}
        style={{ width: 76, height: 76, borderRadius: 12, flex: 'none' }}
      />
      <Stack gap={6} style={{ flex: 1, minWidth: 0 }}>
        <Group justify="space-between" wrap="nowrap" align="flex-start" gap="xs">
          <Anchor
            component={Link}
            href={`/p/${line.product_slug}`}
            c="var(--mantine-color-text)"
            fw={600}
            onClick={closeCart}
          >
            {line.name}
          </Anchor>
          <LinePrice line={line} />
        </Group>
        {line.unit !== undefined && (
          <Text size="sm" c="dimmed">
            {price({ price: line.unit_price, unit: line.unit })}
          </Text>
        )}
        <LineNotes line={line} />
        <Group justify="space-between">
          <CartForm action="change" onSend={() => undefined}>
            <Group gap="xs">
              <input type="hidden" name="sku" value={line.sku} />
              <Quantity
                size="sm"
                name="quantity"
                label={t('cart.quantity', { name: line.name })}
                value={line.quantity}
                unit={line.unit}
                available={line.is_digital ? Number.POSITIVE_INFINITY : line.available}
                disabled={change.isPending || remove.isPending}
                onChange={quantity => change.mutate({ sku: line.sku, quantity })}
              />
              <noscript>
                <Button type="submit" size="xs" variant="default">
                  {t('shop.apply')}
                </Button>
              </noscript>
            </Group>
          </CartForm>
          <CartForm action="change" onSend={() => remove.mutate(line.sku)}>
            <input type="hidden" name="sku" value={line.sku} />
            <ActionIcon
              type="submit"
              name="remove"
              value="1"
              variant="subtle"
              color="gray"
              size="lg"
              aria-label={t('cart.remove', { name: line.name })}
              loading={remove.isPending}
            >
              <IconTrash size={18} aria-hidden />
            </ActionIcon>
          </CartForm>
        </Group>
        {error !== null && (
          <Text size="sm" c="var(--mantine-color-error)" role="alert">
            {errorText(error)}
          </Text>
        )}
      </Stack>
    </Group>
  );
}
