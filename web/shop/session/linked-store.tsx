import { Button, Group, Text } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useContext, useEffect, useState } from 'react';
import { useCart } from '../cart/use-cart.js';
import { GivenStore } from '../state.js';
import { useT } from '../texts/index.js';
import { useShop } from './store.js';
import { useSession } from './use-session.js';

/**
 * For a link to another store than that of the cart. An empty cart follows the link; with goods the
 * visitor decides, because a change of the store would lose them.
 */
export function LinkedStore(): ReactNode {
  const t = useT();
  const linkedId = useContext(GivenStore);
  const { store, stores, choose } = useShop();
  const ofCart = useSession().data?.store_id;
  const cart = useCart().data;
  const [isDecided, setDecided] = useState(false);
  const move = useMutation({ mutationFn: choose, onSuccess: () => setDecided(true) });
  const linked = stores.find(({ id }) => id === linkedId);
  const isElsewhere = linked !== undefined && ofCart != null && ofCart !== linkedId && !isDecided;
  const isEmpty = cart !== undefined && (cart?.line_items.length ?? 0) === 0;
  const { mutate, isIdle } = move;
  useEffect(() => {
    if (isElsewhere && isEmpty && isIdle && linkedId !== null) mutate(linkedId);
  }, [isElsewhere, isEmpty, isIdle, linkedId, mutate]);
  if (!isElsewhere || cart === undefined || isEmpty) return null;
  return (
    <Group role="status" gap="sm" px="md" py="xs" bg="var(--app-warn-soft)" c="var(--app-warn-ink)">
      <Text size="sm">{t('store.linked', { linked: linked.name, current: store.name })}</Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={move.isPending}
        onClick={() => mutate(linked.id)}
      >
        {t('store.linked.change', { linked: linked.name })}
      </Button>
      <Button size="compact-sm" variant="default" onClick={() => setDecided(true)}>
        {t('store.linked.stay', { current: store.name })}
      </Button>
    </Group>
  );
}
