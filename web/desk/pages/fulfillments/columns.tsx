import { Group, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { LoadMore } from '../../parts/data-table.js';
import { useStatusText } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { POLL_MS } from '../../state/live.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';
import { FulfillmentCard } from './fulfillment-card.js';
import { DONE, type OpenStatus } from './moves.js';

const PAGE = 50;
const DONE_SHOWN = 12;

type Ship = { onShip: (one: Fulfillment) => void };

/** Orders with one status, oldest first; `count` is the number of all of them. */
export function OpenColumn(
  props: Ship & { status: OpenStatus; count: number | undefined },
): ReactNode {
  const { status, count, onShip } = props;
  const textOf = useStatusText();
  const api = useApi();
  const { store } = useDesk();
  const pages = usePages(
    ['fulfillments', store?.code, status],
    cursor =>
      api.GET('/fulfillments/', {
        params: {
          query: { store: store?.code, status, ordering: 'created_at', cursor, limit: PAGE },
        },
      }),
    // There are no live events for fulfillment steps.
    POLL_MS,
  );
  return (
    <Column id={status} title={textOf(status)} count={count}>
      <Show query={pages} empty={<NoOrders />}>
        {rows => (
          <>
            {rows.map(one => (
              <FulfillmentCard key={one.id} one={one} onShip={onShip} />
            ))}
            <LoadMore pages={pages} />
          </>
        )}
      </Show>
    </Column>
  );
}

/** The last orders that were handed over or delivered, newest first. */
export function DoneColumn({ onShip }: Ship): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const done = useQuery({
    queryKey: ['fulfillments', store?.code, 'done'],
    queryFn: async () => {
      const lists = await Promise.all(
        DONE.map(status => {
          const query = { store: store?.code, status, limit: DONE_SHOWN };
          return answer(api.GET('/fulfillments/', { params: { query } }));
        }),
      );
      const rows = lists.flat().sort((a, b) => b.updated_at.localeCompare(a.updated_at));
      return rows.slice(0, DONE_SHOWN);
    },
    refetchInterval: POLL_MS,
  });
  return (
    <Column id="done" title={t('fulfillments.done')}>
      <Show query={done} empty={<NoOrders />}>
        {rows => rows.map(one => <FulfillmentCard key={one.id} one={one} onShip={onShip} />)}
      </Show>
    </Column>
  );
}

function Column(props: {
  id: string;
  title: string;
  count?: number | undefined;
  children: ReactNode;
}): ReactNode {
  const { id, title, count, children } = props;
  const { number } = useFormat();
  return (
    <section className="desk-column" aria-label={title} data-testid={id}>
      <Group justify="space-between" px={4} mih={24} wrap="nowrap">
        <Title order={2} size="sm">
          {title}
        </Title>
        <span className="desk-tab-count">{count !== undefined && number(count)}</span>
      </Group>
      {children}
    </section>
  );
}

function NoOrders(): ReactNode {
  const t = useT();
  return (
    <Text size="sm" c="dimmed" ta="center" py="lg">
      {t('fulfillments.none')}
    </Text>
  );
}
