import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Quantity } from '../parts/quantity.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { CartLine } from '../types.js';
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

export function LineNotes({ line }: { line: CartLine }): ReactNode {
  const t = useT();
  return (
    <>
      {line.applied_promotions.map(({ id, name }) => (
        <Text key={id} size="sm" c="var(--app-accent)">
          {name}
        </Text>
      ))}
      {isShort(line) && (
        <Text size="sm" c="var(--mantine-color-error)" role="alert">
          {line.available === 0 ? t('cart.short.none') : t('cart.short', { count: line.available })}
        </Text>
      )}
    </>
  );
}

export function CartLineRow({ line }: { line: CartLine }): ReactNode {
  const t = useT();
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
            href={`/product/${line.product_slug}`}
            c="var(--mantine-color-text)"
            fw={600}
            onClick={closeCart}
          >
            {line.name}
          </Anchor>
          <LinePrice line={line} />
        </Group>
        <LineNotes line={line} />
        <Group justify="space-between">
          <Quantity
            size="sm"
            label={t('cart.quantity', { name: line.name })}
            value={line.quantity}
            max={line.is_digital ? 999 : Math.max(1, Math.min(999, line.available))}
            disabled={change.isPending || remove.isPending}
            onChange={quantity => change.mutate({ sku: line.sku, quantity })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            size="lg"
            aria-label={t('cart.remove', { name: line.name })}
            loading={remove.isPending}
            onClick={() => remove.mutate(line.sku)}
          >
            <IconTrash size={18} aria-hidden />
          </ActionIcon>
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
