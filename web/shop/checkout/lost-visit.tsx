import { Button, Group, Stack, Text, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useTitle } from '../layout/use-title.js';
import { useT } from '../texts/index.js';

/** The service settles the payment by itself, so there is nothing to do here but to say so. */
export function LostVisit(): ReactNode {
  const t = useT();
  useTitle(t('bank.lost'));
  return (
    <Stack maw={520} mx="auto" py="xl" gap="lg">
      <Stack gap="xs">
        <Title order={1}>{t('bank.lost')}</Title>
        <Text>{t('bank.lost.text')}</Text>
      </Stack>
      <Group>
        <Button component={Link} href="/order">
          {t('order.track')}
        </Button>
        <Button component={Link} href="/cart" variant="default">
          {t('bank.lost.cart')}
        </Button>
      </Group>
    </Stack>
  );
}
