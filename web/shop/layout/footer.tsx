import { Anchor, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useContext } from 'react';
import { Link } from 'wouter';
import { LegalLinks } from '../legal/legal-links.js';
import { DemoShop } from '../state.js';
import { useT } from '../texts/index.js';
import classes from './layout.module.css';
import { PlainChoices } from './plain-choices.js';
import { Preferences } from './preferences.js';
import { StoreHours } from './store-hours.js';

export function Footer(): ReactNode {
  const t = useT();
  return (
    <footer className={classes.footer}>
      <Group className={classes.inner} justify="space-between" align="flex-start">
        <Stack gap={4}>
          <Group gap="lg">
            <Anchor component={Link} href="/" c="inherit">
              {t('catalogue.all')}
            </Anchor>
            <Anchor component={Link} href="/order" c="inherit">
              {t('order.track')}
            </Anchor>
            <Anchor component={Link} href="/gift-card" c="inherit">
              {t('giftCard.title')}
            </Anchor>
            <Anchor component={Link} href="/account" c="inherit">
              {t('account.title')}
            </Anchor>
          </Group>
          <LegalLinks />
          <DemoNote />
        </Stack>
        <StoreHours />
        <PlainChoices />
        <Group hiddenFrom="sm">
          <Preferences />
        </Group>
      </Group>
    </footer>
  );
}

/** Only where no real card can be charged. */
function DemoNote(): ReactNode {
  const t = useT();
  if (!useContext(DemoShop)) return null;
  return (
    <Text size="sm" c="dimmed">
      {t('footer.demo')}
    </Text>
  );
}
