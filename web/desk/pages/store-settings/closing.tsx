import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const CHANGES = [['desk'], ['closed-stores']];

function useSetClosed(): (store: Store, isClosed: boolean) => Promise<unknown> {
  const api = useApi();
  return (store, isClosed) =>
    answer(
      api.PATCH('/stores/{store}/', {
        params: { path: { store: store.code } },
        body: { is_active: !isClosed },
      }),
    );
}

/** Closes a store for good or for a while; the last open one stays open. */
export function CloseStore({ store }: { store: Store }): ReactNode {
  const t = useT();
  const { may, stores } = useDesk();
  const setClosed = useSetClosed();
  if (!may('store.manage') || stores.length < 2) return null;
  const { name } = store;
  return (
    <ConfirmButton
      label={t('closing.close')}
      subject={name}
      title={t('closing.title', { name })}
      text={t('closing.text')}
      run={() => setClosed(store, true)}
      changes={CHANGES}
      done={t('closing.closed', { name })}
    />
  );
}

/** The stores that are closed, each with a button that opens it again. */
export function ClosedStores(): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const { data: closed = [] } = useQuery({
    queryKey: ['closed-stores'],
    queryFn: async () => {
      const stores = await all(cursor =>
        api.GET('/stores/', { params: { query: { cursor, limit: 200 } } }),
      );
      return stores.filter(store => !store.is_active);
    },
    enabled: may('store.manage'),
  });
  if (closed.length === 0) return null;
  return (
    <Panel title={t('closing.list')}>
      <Stack gap="xs">
        {closed.map(store => (
          <ClosedStore key={store.id} store={store} />
        ))}
      </Stack>
    </Panel>
  );
}

function ClosedStore({ store }: { store: Store }): ReactNode {
  const t = useT();
  const setClosed = useSetClosed();
  const { name } = store;
  const open = useAction(() => setClosed(store, false), {
    changes: CHANGES,
    done: () => t('closing.opened', { name }),
  });
  return (
    <Group justify="space-between">
      <Text size="sm">{[name, store.city].filter(Boolean).join(', ')}</Text>
      <Button
        size="compact-sm"
        variant="default"
        loading={open.isPending}
        aria-label={`${t('closing.open')}: ${name}`}
        onClick={() => open.mutate(undefined)}
      >
        {t('closing.open')}
      </Button>
    </Group>
  );
}
