import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconPackage } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useEffect, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Empty, Failed, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { Dialog } from '../parts/till-dialog.js';
import { findOrders, type Order } from '../state/calls.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { takeOver } from '../state/open-sales.js';
import { ORDERS, useHandOver } from '../state/orders.js';
import type { Session } from '../state/session.js';
import { minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';

type Props = {
  session: Session;
  /** A scanned code; a new scan searches again. */
  scanned: string;
  onClose: () => void;
  /** The order is the current sale now: its payment follows. */
  onPay: () => void;
};

/** Finds orders to hand over by number, name, phone or QR code, and takes what is unpaid. */
export default function OrdersDialog({ session, scanned, onClose, onPay }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [text, setText] = useState(scanned);
  const [q, setQ] = useState(scanned);
  useEffect(() => {
    setText(scanned);
    setQ(scanned);
  }, [scanned]);
  const orders = useQuery({
    queryKey: [...ORDERS, q],
    staleTime: 0,
    queryFn: () => findOrders(api, q),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    setQ(text.trim());
  };
  return (
    <Dialog onClose={onClose} title={t('orders.title')} size="lg">
      <Stack>
        <form onSubmit={submit}>
          <Group align="flex-end">
            <TextInput
              label={t('orders.search')}
              placeholder={t('orders.placeholder')}
              size="md"
              value={text}
              onChange={event => setText(event.currentTarget.value)}
              style={{ flex: 1 }}
              data-autofocus
            />
            <Button type="submit" size="md" loading={orders.isFetching}>
              {t('orders.find')}
            </Button>
          </Group>
        </form>
        <Show
          query={orders}
          empty={
            <Empty
              icon={<IconPackage size={28} />}
              title={t(q === '' ? 'orders.empty.title' : 'orders.none.title')}
              text={t(q === '' ? 'orders.empty.text' : 'orders.none.text')}
            />
          }
        >
          {list => (
            <Stack>
              {list.map(order => (
                <OrderCard
                  key={order.transaction_id}
                  order={order}
                  session={session}
                  onPay={onPay}
                />
              ))}
            </Stack>
          )}
        </Show>
      </Stack>
    </Dialog>
  );
}

function OrderCard(props: { order: Order; session: Session; onPay: () => void }): ReactNode {
  const { order, session, onPay } = props;
  const t = useT();
  const { money } = useFormat();
  const isUnpaid = minor(order.amount_due) > 0;
  return (
    <Paper className="surface" p="md" data-testid={`order-${order.transaction_id}`}>
      <Stack gap="sm">
        <Group justify="space-between" align="flex-start" wrap="nowrap">
          <div style={{ minWidth: 0 }}>
            <Text fw={700}>{order.customer_name}</Text>
            <Text size="sm" c="dimmed">
              {[order.transaction_id, order.customer_phone].filter(Boolean).join(' · ')}
            </Text>
            {order.lines.map(line => (
              <Text key={line.id} size="sm">
                {line.quantity} × {line.description}
              </Text>
            ))}
          </div>
          <Badge
            variant="light"
            size="lg"
            tt="none"
            flex="none"
            color={isUnpaid ? 'brass' : 'pine'}
            c={isUnpaid ? 'var(--app-warn-ink)' : 'var(--app-accent)'}
          >
            {isUnpaid ? t('orders.due', { amount: money(order.amount_due) }) : t('orders.paid')}
          </Badge>
        </Group>
        {isUnpaid ? (
          <PayButton order={order} session={session} onPay={onPay} />
        ) : (
          <HandOver number={order.transaction_id} />
        )}
      </Stack>
    </Paper>
  );
}

function PayButton(props: { order: Order; session: Session; onPay: () => void }): ReactNode {
  const { order, session, onPay } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const [problem, setProblem] = useState('');
  const take = useMutation({
    mutationFn: () =>
      takeOver(api, order.transaction_id, {
        by: session.user.name,
        goods,
        kind: 'order',
        customer: order.customer_name,
      }),
    onSuccess: result => {
      if (result === 'taken') onPay();
      else setProblem(t(result === 'busy' ? 'open.busy' : 'open.ended'));
      void queries.invalidateQueries({ queryKey: ORDERS });
    },
  });
  return (
    <>
      <Button size="lg" loading={take.isPending} onClick={() => take.mutate()}>
        {t('orders.pay', { amount: money(order.amount_due) })}
      </Button>
      {problem !== '' && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {problem}
        </Text>
      )}
      {take.error !== null && <Failed error={take.error} />}
    </>
  );
}

/** The dialog after the payment shows it too, so that the goods can follow the money. */
export function HandOver({ number }: { number: string }): ReactNode {
  const t = useT();
  const handing = useHandOver(number);
  if (handing.isSuccess) {
    return (
      <Alert color="pine" variant="light" icon={<IconCheck />} role="status">
        {t('orders.handedOver', { number })}
      </Alert>
    );
  }
  return (
    <>
      <Button size="lg" loading={handing.isPending} onClick={() => handing.mutate()}>
        {t('orders.handOver')}
      </Button>
      {handing.error !== null && <Failed error={handing.error} />}
    </>
  );
}
