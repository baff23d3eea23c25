import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { IconCheck, IconShoppingBag } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { Artwork } from '../../shared/artwork/index.js';
import { Empty, Failed, Loading } from '../../shared/components/states.js';
import { LineNotes, LinePrice } from '../cart/cart-line.js';
import { Totals } from '../cart/totals.js';
import { useCart } from '../cart/use-cart.js';
import { useTitle } from '../layout/use-title.js';
import { useMeasure } from '../parts/measure.js';
import { Panel } from '../parts/panel.js';
import { type Key, useT } from '../texts/index.js';
import type { Cart, CartLine } from '../types.js';
import classes from './checkout.module.css';
import { storedCheckout, storedOrder, storedPlaced } from './checkout-storage.js';
import type { Delivery } from './use-shipping-rates.js';

const STEPS: readonly Key[] = ['checkout.step.details', 'checkout.step.pay'];

function Steps({ current }: { current: number }): ReactNode {
  const t = useT();
  return (
    <ol className={classes.steps} aria-label={t('checkout.steps')}>
      {STEPS.map((step, index) => (
        <li key={step} aria-current={index === current ? 'step' : undefined}>
          <span aria-hidden>{index + 1}</span>
          {t(step)}
        </li>
      ))}
    </ol>
  );
}

function SummaryLine({ line }: { line: CartLine }): ReactNode {
  const { times } = useMeasure();
  return (
    <Group component="li" wrap="nowrap" align="flex-start" gap="sm">
      <Artwork
        name={line.name}
        imageUrl={line.image_url}
        style={{ width: 52, height: 52, borderRadius: 10, flex: 'none' }}
      />
      <Stack gap={2} style={{ flex: 1, minWidth: 0 }}>
        <Text size="sm" fw={600}>
          {line.name}
        </Text>
        <Text size="sm" c="dimmed">
          {times(line)}
        </Text>
        <LineNotes line={line} />
      </Stack>
      <LinePrice line={line} />
    </Group>
  );
}

function Summary({ cart, delivery }: { cart: Cart; delivery: Delivery }): ReactNode {
  const t = useT();
  return (
    <Panel title={t('checkout.summary')}>
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {cart.line_items.map(line => (
          <SummaryLine key={line.sku} line={line} />
        ))}
      </Stack>
      <Totals cart={cart} delivery={delivery} />
      <Anchor component={Link} href="/cart" size="sm">
        {t('checkout.editCart')}
      </Anchor>
    </Panel>
  );
}

/** A checkout step with the order summary beside it. */
export function CheckoutFrame(props: {
  step: 0 | 1;
  cart: Cart;
  delivery: Delivery;
  children: ReactNode;
}): ReactNode {
  const t = useT();
  useTitle(t('checkout.title'));
  return (
    <Stack gap="lg">
      <Group justify="space-between">
        <Title order={1}>{t('checkout.title')}</Title>
        <Steps current={props.step} />
      </Group>
      <div className={classes.columns}>
        <div>{props.children}</div>
        <aside className={classes.aside}>
          <Summary cart={props.cart} delivery={props.delivery} />
        </aside>
      </div>
    </Stack>
  );
}

/** Renders a step with the cart, or a hint if the cart is empty. */
export function WithCart({ children }: { children: (cart: Cart) => ReactNode }): ReactNode {
  const t = useT();
  const cart = useCart();
  if (cart.data === undefined) {
    if (cart.isPending) return <Loading />;
    return <Failed error={cart.error} onRetry={() => void cart.refetch()} />;
  }
  if (cart.data !== null && cart.data.line_items.length > 0) return children(cart.data);
  // The back button after paying leads here.
  const order = storedOrder.get();
  if (order !== undefined) {
    return (
      <Empty
        icon={<IconCheck size={28} aria-hidden />}
        title={t('thanks.title')}
        text={t('checkout.placed', { number: order.number })}
        action={
          <Button component={Link} href="/thanks" variant="light">
            {t('checkout.placed.show')}
          </Button>
        }
      />
    );
  }
  // Another tab has paid for the cart of this checkout.
  const placed = storedPlaced.get();
  if (placed !== undefined && placed.cartId === storedCheckout.get()?.cartId) {
    return (
      <Empty
        icon={<IconCheck size={28} aria-hidden />}
        title={t('thanks.title')}
        text={t('checkout.placed.elsewhere', { number: placed.number })}
        action={
          <Button component={Link} href="/order" variant="light">
            {t('order.track')}
          </Button>
        }
      />
    );
  }
  return (
    <Empty
      icon={<IconShoppingBag size={28} />}
      title={t('cart.empty')}
      text={t('checkout.nothing')}
      action={
        <Button component={Link} href="/" variant="light">
          {t('cart.empty.go')}
        </Button>
      }
    />
  );
}
