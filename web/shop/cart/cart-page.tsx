import { Stack, Text, Title } from '@mantine/core';
import { ApiError } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useSearchParams } from 'wouter';
import { useTitle } from '../layout/use-title.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import { CartContents } from './cart-contents.js';

/** What a form was refused with; the service names it in the address. */
function Refusal(): ReactNode {
  const t = useT();
  const errorText = useShopError();
  const [params] = useSearchParams();
  const code = params.get('refused');
  if (code === null) return null;
  return (
    <Text c="var(--mantine-color-error)" role="alert">
      {errorText(new ApiError(400, code, t('cart.refused')))}
    </Text>
  );
}

/** The form without scripts was saved. */
function ReminderSaved(): ReactNode {
  const t = useT();
  const [params] = useSearchParams();
  if (params.get('reminder') !== 'saved') return null;
  return <Text role="status">{t('reminder.saved')}</Text>;
}

export function CartPage(): ReactNode {
  const t = useT();
  useTitle(t('cart.title'));
  return (
    <Stack maw={640} mx="auto" gap="lg">
      <Title order={1}>{t('cart.title')}</Title>
      <Refusal />
      <ReminderSaved />
      <CartContents />
    </Stack>
  );
}
