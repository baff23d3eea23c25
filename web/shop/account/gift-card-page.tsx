import { Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTitle } from '../layout/use-title.js';
import { useT } from '../texts/index.js';
import { GiftCardCheck } from './gift-card-check.js';

/** For visitors without an account. */
export function GiftCardPage(): ReactNode {
  const t = useT();
  useTitle(t('giftCard.page'));
  return (
    <Stack maw={560} mx="auto" py="xl" gap="md">
      <Title order={1}>{t('giftCard.page')}</Title>
      <GiftCardCheck />
    </Stack>
  );
}
