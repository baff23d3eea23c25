import { ActionIcon, Button, Group, Stack, Text, TextInput } from '@mantine/core';
import { IconTag, IconX } from '@tabler/icons-react';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';
import type { Cart } from '../types.js';
import { useDropCode, useEnterCode } from './use-cart.js';

export function PromoCode({ cart }: { cart: Cart }): ReactNode {
  const t = useT();
  const enter = useEnterCode();
  const drop = useDropCode();
  const errorText = useShopError();
  const [code, setCode] = useState('');
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const typed = code.trim();
    if (typed !== '') enter.mutate(typed, { onSuccess: () => setCode('') });
  };
  if (cart.promo_code !== null) {
    return (
      <Group justify="space-between" bg="var(--app-accent-soft)" px="sm" py={6} bdrs="md">
        <Group gap="xs">
          <IconTag size={18} aria-hidden />
          <Text fw={600}>{cart.promo_code}</Text>
        </Group>
        <ActionIcon
          variant="subtle"
          color="gray"
          c="var(--mantine-color-text)"
          aria-label={t('cart.code.drop')}
          loading={drop.isPending}
          onClick={() => drop.mutate()}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Group>
    );
  }
  return (
    <Stack component="form" gap={4} onSubmit={submit} className="needs-script">
      <Group gap="xs" align="flex-end" wrap="nowrap">
        <TextInput
          label={t('cart.code')}
          value={code}
          maxLength={100}
          autoComplete="off"
          autoCapitalize="characters"
          onChange={event => setCode(event.currentTarget.value)}
          error={enter.error === null ? undefined : errorText(enter.error)}
          style={{ flex: 1 }}
        />
        <Button
          type="submit"
          variant="default"
          loading={enter.isPending}
          mb={enter.error === null ? 0 : 22}
        >
          {t('cart.code.apply')}
        </Button>
      </Group>
    </Stack>
  );
}
