import { Button, Group, Modal, Stack, Text } from '@mantine/core';
import { IconBuildingStore, IconCheck } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useErrorText } from '../../shared/components/states.js';
import { useCart } from '../cart/use-cart.js';
import { showNotice } from '../parts/notices.js';
import { useT } from '../texts/index.js';
import type { useShop } from './store.js';

/** Changing the store starts a new cart, because a cart belongs to one store. */
export function StoreDialog(props: {
  shop: ReturnType<typeof useShop>;
  opened: boolean;
  onClose: () => void;
}): ReactNode {
  const t = useT();
  const { opened, onClose } = props;
  const { store, stores, choose } = props.shop;
  const cart = useCart();
  const errorText = useErrorText();
  const move = useMutation({
    mutationFn: choose,
    onSuccess: onClose,
    onError: error => void showNotice({ color: 'red', message: errorText(error) }),
  });
  const hasGoods = (cart.data?.line_items.length ?? 0) > 0;
  return (
    <Modal
      opened={opened}
      onClose={onClose}
      title={t('store.choose')}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      <Stack>
        <Text size="sm">{t('store.choose.text')}</Text>
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
            onClick={() => (id === store.id ? onClose() : move.mutate(id))}
          >
            {name}
          </Button>
        ))}
      </Stack>
    </Modal>
  );
}
