import { Button, Group, Stack, Text } from '@mantine/core';
import { IconShoppingBag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Empty, Failed, Loading } from '../../shared/components/states.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import { CartLineRow, isShort } from './cart-line.js';
import { closeCart } from './cart-state.js';
import { PlainReminder } from './plain-reminder.js';
import { PromoCode } from './promo-code.js';
import { Totals } from './totals.js';
import { useCart, useClearCart } from './use-cart.js';

function CartItems({ cart }: { cart: Cart }): ReactNode {
  const t = useT();
  const clear = useClearCart();
  const isCustomer = useSession().data?.authenticated === true;
  const cannotBuy = cart.line_items.some(isShort);
  return (
    <Stack gap="lg">
      <Stack component="ul" gap="lg" p={0} m={0} style={{ listStyle: 'none' }}>
        {cart.line_items.map(line => (
          <CartLineRow key={line.sku} line={line} />
        ))}
      </Stack>
      <PromoCode cart={cart} />
      <Totals cart={cart} />
      {cannotBuy && (
        <Text size="sm" c="var(--mantine-color-error)">
          {t('cart.short.all')}
        </Text>
      )}
      <Stack gap="xs">
        <Button
          component={Link}
          href="/checkout"
          size="lg"
          onClick={closeCart}
          data-disabled={cannotBuy || undefined}
        >
          {t('cart.checkout')}
        </Button>
        {isCustomer && !cannotBuy && (
          <Button component={Link} href="/checkout/express" variant="default" onClick={closeCart}>
            {t('cart.express')}
          </Button>
        )}
        {!isCustomer && <PlainReminder />}
        <Group justify="space-between">
          <Button component={Link} href="/" variant="subtle" onClick={closeCart}>
            {t('cart.goOn')}
          </Button>
          <Button
            className="needs-script"
            variant="subtle"
            color="gray"
            c="dimmed"
            loading={clear.isPending}
            onClick={() => clear.mutate()}
          >
            {t('cart.clear')}
          </Button>
        </Group>
      </Stack>
    </Stack>
  );
}

export function CartContents(): ReactNode {
  const t = useT();
  const cart = useCart();
  if (cart.data === undefined) {
    if (cart.isPending) return <Loading />;
    return <Failed error={cart.error} onRetry={() => void cart.refetch()} />;
  }
  if (cart.data === null || cart.data.line_items.length === 0) {
    return (
      <Empty
        icon={<IconShoppingBag size={28} />}
        title={t('cart.empty')}
        text={t('cart.empty.text')}
        action={
          <Button component={Link} href="/" variant="light" onClick={closeCart}>
            {t('cart.empty.go')}
          </Button>
        }
      />
    );
  }
  return <CartItems cart={cart.data} />;
}
