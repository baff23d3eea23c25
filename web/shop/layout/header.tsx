import { ActionIcon, Anchor, Group, Indicator, Text } from '@mantine/core';
import { IconShoppingBag, IconUser } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import { Link } from 'wouter';
import icon from '../../shared/icon.svg';
import { openCart } from '../cart/cart-state.js';
import { countOf, useCart } from '../cart/use-cart.js';
import { SearchBox } from '../search/search-box.js';
import { useMaybeShop } from '../session/store.js';
import { StoreSwitch } from '../session/store-switch.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import classes from './layout.module.css';
import { Preferences } from './preferences.js';
import { useTheme } from './use-theme.js';

/** An own logo stands alone, because most contain the name. */
function Brand(): ReactNode {
  const { name = 'Tillhouse', logo } = useTheme() ?? {};
  return (
    <Anchor component={Link} href="/" className={classes.brand} underline="never" aria-label={name}>
      {logo ? (
        <img
          src={logo.url}
          alt=""
          width={logo.width}
          height={logo.height}
          className={classes.logo}
        />
      ) : (
        <>
          <img src={icon} alt="" width={32} height={32} />
          <Text span fw={700} size="lg">
            {name}
          </Text>
        </>
      )}
    </Anchor>
  );
}

/** Opens the drawer; without scripts it leads to the page of the cart. */
function CartButton(): ReactNode {
  const t = useT();
  const count = countOf(useCart().data);
  const open = (event: MouseEvent): void => {
    event.preventDefault();
    openCart();
  };
  return (
    <Indicator label={count} size={20} offset={9} disabled={count === 0} color="pine" zIndex={1}>
      <ActionIcon
        component="a"
        href="/app/shop/cart"
        role="button"
        variant="subtle"
        color="gray"
        c="var(--mantine-color-text)"
        size={44}
        aria-label={t('cart.open', { count })}
        onClick={open}
      >
        <IconShoppingBag size={24} aria-hidden />
      </ActionIcon>
    </Indicator>
  );
}

export function Header(): ReactNode {
  const t = useT();
  const session = useSession();
  const hasStore = useMaybeShop() !== undefined;
  const name = session.data?.user?.first_name;
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Group gap="sm" wrap="nowrap">
          <Brand />
          <StoreSwitch />
        </Group>
        <SearchBox />
        <Group gap={4} wrap="nowrap">
          <Group visibleFrom="sm">
            <Preferences />
          </Group>
          <ActionIcon
            component={Link}
            href={name === undefined ? '/login' : '/account'}
            variant="subtle"
            color="gray"
            c="var(--mantine-color-text)"
            size={44}
            aria-label={name === undefined ? t('account.logIn') : t('account.of', { name })}
          >
            <IconUser size={24} aria-hidden />
          </ActionIcon>
          {hasStore && <CartButton />}
        </Group>
      </div>
    </header>
  );
}
