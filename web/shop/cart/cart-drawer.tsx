import { Drawer } from '@mantine/core';
import type { ReactNode } from 'react';
import { useT } from '../texts/index.js';
import { CartContents } from './cart-contents.js';
import { closeCart, useCartOpen } from './cart-state.js';
import { countOf, useCart } from './use-cart.js';

export function CartDrawer(): ReactNode {
  const t = useT();
  const opened = useCartOpen();
  const count = countOf(useCart().data);
  return (
    <Drawer
      opened={opened}
      onClose={closeCart}
      position="right"
      size={440}
      title={count > 0 ? t('cart.title.count', { count }) : t('cart.title')}
      styles={{ title: { fontSize: '1.25rem', fontWeight: 650 } }}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <CartContents />
    </Drawer>
  );
}
