import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { notifications } from '@mantine/notifications';
import { IconBuildingStore, IconCheck, IconMapPin } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText } from '../../shared/components/states.js';
import { useCart } from '../cart/use-cart.js';
import { useT } from '../texts/index.js';
import { useMaybeShop } from './store.js';

export function StoreSwitch(): ReactNode {
  const shop = useMaybeShop();
  return shop === undefined || shop.stores.length < 2 ? null : <Switch shop={shop} />;
}

/** Changing the store starts a new cart, because a cart belongs to one store. */
function Switch({ shop }: { shop: NonNullable<ReturnType<typeof useMaybeShop>> }): ReactNode {
  const t = useT();
  const { store, stores, choose } = shop;
  const [opened, { open, close }] = useDisclosure();
  const cart = useCart();
  const errorText = useErrorText();
  const move = useMutation({
    mutationFn: choose,
    onSuccess: close,
    onError: error => notifications.show({ color: 'red', message: errorText(error) }),
  });
  const hasGoods = (cart.data?.line_items.length ?? 0) > 0;
  return (
    <>
      <Button
        variant="subtle"
        color="gray"
        size="compact-sm"
        c="var(--mantine-color-text)"
        leftSection={<IconMapPin size={16} aria-hidden />}
        onClick={open}
        aria-label={t('store.change', { name: store.name })}
      >
        {store.name}
      </Button>
      <Modal
        opened={opened}
        onClose={close}
        title={t('store.choose')}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        <Stack>
          {hasGoods && (
            <Text size="sm" p="sm" bg="var(--app-warn-soft)" c="var(--app-warn-ink)" bdrs="md">
              {t('store.change.empties')}
            </Text>
          )}
          {stores.map(({ id, name, currency }) => (
            <Button
              key={id}
              variant={id === store.id ? 'light' : 'default'}
              justify="space-between"
              size="md"
              leftSection={<IconBuildingStore size={18} aria-hidden />}
              rightSection={
                id === store.id ? <IconCheck size={18} aria-hidden /> : <Group>{currency}</Group>
              }
              loading={move.isPending && move.variables === id}
              aria-pressed={id === store.id}
              onClick={() => (id === store.id ? close() : move.mutate(id))}
            >
              {name}
            </Button>
          ))}
        </Stack>
      </Modal>
    </>
  );
}
