import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconCash } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { cashOf } from '../../../shared/cash.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat, usePlace } from '../../../shared/i18n/format.js';
import { useMethodName } from '../../../shared/i18n/method-name.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { ItemOf, Sale } from '../../types.js';
import { RefundDialog, restOf } from './refund-dialog.js';
import { type TriedRefund, useTriedRefunds } from './refund-retry.js';
import { RefundRow } from './refund-row.js';

type Payment = ItemOf<'/payments/'>;

export function Payments({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const api = useApi();
  const tried = useTriedRefunds(sale);
  const payments = useQuery({
    // Payments and refunds change the records, and with them this key.
    queryKey: ['sale', sale.transactionId, 'payments', JSON.stringify(sale.payment_records)],
    queryFn: () =>
      answer(api.GET('/payments/', { params: { query: { transaction: sale.transactionId } } })),
  });
  return (
    <Show
      query={payments}
      empty={<Empty icon={<IconCash size={28} />} title={t('payments.none')} />}
    >
      {list => (
        <Stack gap="sm">
          {list.map(payment => (
            <PaymentCard key={payment.id} sale={sale} payment={payment} tried={tried} />
          ))}
        </Stack>
      )}
    </Show>
  );
}

function PaymentCard(props: { sale: Sale; payment: Payment; tried: TriedRefund[] }): ReactNode {
  const { sale, payment, tried } = props;
  const nameOf = useMethodName();
  const format = useFormat();
  const place = usePlace();
  const card = payment.card_last_four;
  return (
    <Paper className="surface" p="sm">
      <Group justify="space-between" wrap="nowrap">
        <div>
          <Text size="sm" fw={600}>
            {nameOf(payment.payment_method_name)}
            {card !== null && ` ···· ${card}`}
          </Text>
          <Text size="xs" c="dimmed">
            {format.dateTime(payment.processed_at ?? payment.created_at)}
          </Text>
        </div>
        <Group gap="sm" wrap="nowrap">
          <StatusTag status={payment.status} />
          <Text size="sm" fw={600} className="money">
            {format.money(cashOf(payment, place.currency))}
          </Text>
        </Group>
      </Group>
      {payment.refunds.map(refund => (
        <RefundRow
          key={refund.id}
          refund={refund}
          tried={tried.find(({ id }) => id === refund.id)}
        />
      ))}
      <RefundButton sale={sale} payment={payment} />
    </Paper>
  );
}

function RefundButton({ sale, payment }: { sale: Sale; payment: Payment }): ReactNode {
  const t = useT();
  const nameOf = useMethodName();
  const { may } = useDesk();
  const [isOpen, setOpen] = useState(false);
  const rest = restOf(sale, payment);
  if (rest === undefined || !may('refund.issue')) return null;
  return (
    <Group justify="flex-end" mt="xs">
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('refund.start')}: ${nameOf(payment.payment_method_name)}`}
        onClick={() => setOpen(true)}
      >
        {t('refund.start')}
      </Button>
      {isOpen && (
        <RefundDialog sale={sale} payment={payment} rest={rest} onClose={() => setOpen(false)} />
      )}
    </Group>
  );
}
