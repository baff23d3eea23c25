import { Button, Group, Text, Title } from '@mantine/core';
import { IconPrinter } from '@tabler/icons-react';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Failed, Loading } from '../../../shared/components/states.js';
import { saveFile } from '../../../shared/save-file.js';
import { Page } from '../../parts/page.js';
import { useStatusText } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { POLL_MS } from '../../state/live.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';
import { FulfillmentCard } from './fulfillment-card.js';
import { COLUMNS } from './moves.js';

const OPEN_PAGES = 2;
const DONE_SHOWN = 12;

function useColumns(): UseQueryResult<Fulfillment[]>[] {
  const api = useApi();
  const { store } = useDesk();
  return useQueries({
    queries: COLUMNS.map(({ id, statuses }) => ({
      queryKey: ['fulfillments', store?.code, id],
      queryFn: async () => {
        const isDone = id === 'done';
        const lists = await Promise.all(
          statuses.map(status =>
            all(
              cursor =>
                api.GET('/fulfillments/', {
                  params: {
                    query: {
                      store: store?.code,
                      status,
                      cursor,
                      limit: isDone ? DONE_SHOWN : 100,
                    },
                  },
                }),
              isDone ? 1 : OPEN_PAGES,
            ),
          ),
        );
        const rows = lists.flat().sort((a, b) => b.updated_at.localeCompare(a.updated_at));
        // Open orders: oldest first. Completed orders: newest first.
        return isDone ? rows.slice(0, DONE_SHOWN) : rows.reverse();
      },
      // There are no live events for fulfillment steps.
      refetchInterval: POLL_MS,
    })),
  });
}

export default function Fulfillments(): ReactNode {
  const t = useT();
  const textOf = useStatusText();
  const columns = useColumns();
  return (
    <Page title={t('nav.fulfillments')} text={t('fulfillments.text')} actions={<PickListButton />}>
      <div className="desk-board">
        {COLUMNS.map(({ id }, index) => {
          const query = columns[index];
          const title = id === 'done' ? t('fulfillments.done') : textOf(id);
          return (
            <section key={id} className="desk-column" aria-label={title} data-testid={id}>
              <Group justify="space-between" px={4} mih={24} wrap="nowrap">
                <Title order={2} size="sm">
                  {title}
                </Title>
                <span className="desk-tab-count">{id !== 'done' && query?.data?.length}</span>
              </Group>
              {query && <Cards query={query} />}
            </section>
          );
        })}
      </div>
    </Page>
  );
}

/** The goods of all open orders of the selected store. */
function PickListButton(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const download = useAction(
    async (code: string) => {
      const { data, response } = await api.GET('/fulfillments/pick-list/', {
        params: { query: { store: code } },
        parseAs: 'blob',
      });
      saveFile(data as unknown as Blob, response, 'pick-list.pdf');
    },
    { changes: [] },
  );
  return (
    <Button
      variant="default"
      leftSection={<IconPrinter size={16} />}
      disabled={store === undefined}
      title={store === undefined ? t('fulfillments.pickList.store') : undefined}
      loading={download.isPending}
      onClick={() => store !== undefined && download.mutate(store.code)}
    >
      {t('fulfillments.pickList')}
    </Button>
  );
}

function Cards({ query }: { query: UseQueryResult<Fulfillment[]> }): ReactNode {
  const t = useT();
  if (query.data === undefined) {
    if (query.isPending) return <Loading />;
    return <Failed error={query.error} onRetry={() => void query.refetch()} />;
  }
  if (query.data.length === 0) {
    return (
      <Text size="sm" c="dimmed" ta="center" py="lg">
        {t('fulfillments.none')}
      </Text>
    );
  }
  return query.data.map(one => <FulfillmentCard key={one.id} one={one} />);
}
