import { Button, Drawer, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { minor } from '../../../../src/platform/money.js';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { PlaceProvider, useFormat } from '../../../shared/i18n/format.js';
import { History } from '../../parts/history/index.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';
import { Lines } from './lines.js';
import { Notes } from './notes.js';
import { OrderAddresses } from './order-addresses.js';
import { Payments } from './payments.js';
import { Receipt } from './receipt.js';
import { ReturnDialog } from './return-dialog.js';
import { Returns } from './returns.js';
import { Steps } from './steps.js';
import { VoidDialog } from './void-dialog.js';

const POLL_MS = 2_000;

export function SaleDrawer(props: { id: string | undefined; onClose: () => void }): ReactNode {
  const t = useT();
  const { id, onClose } = props;
  return (
    <Drawer
      opened={id !== undefined}
      onClose={onClose}
      position="right"
      size="lg"
      title={t('sales.detail', { id: id ?? '' })}
      closeButtonProps={{ 'aria-label': t('app.close') }}
    >
      {id !== undefined && <Detail key={id} id={id} />}
    </Drawer>
  );
}

/** Whether a processor still works on a refund. One that needs a person may wait for days. */
export const isRefunding = (sale: Sale): boolean =>
  sale.payment_records.some(payment =>
    payment.refunds.some(
      ({ status, action_required }) => status === 'pending' && action_required === null,
    ),
  );

function useSale(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['sale', id],
    queryFn: () =>
      answer(
        api.GET('/transactions/{transactionId}/', { params: { path: { transactionId: id } } }),
      ),
    // There are no live events for refunds at a processor, so those are polled.
    refetchInterval: query => (query.state.data && isRefunding(query.state.data) ? POLL_MS : false),
  });
}

function Detail({ id }: { id: string }): ReactNode {
  const { storeOf } = useDesk();
  const query = useSale(id);
  return (
    <Show query={query}>
      {sale => {
        const timeZone = storeOf(sale.store.id)?.time_zone ?? 'UTC';
        return (
          <PlaceProvider place={{ currency: sale.currency, timeZone }}>
            <SaleDetail sale={sale} />
          </PlaceProvider>
        );
      }}
    </Show>
  );
}

const PAYABLE = ['pending', 'partially_paid'];
const RETURNABLE = ['completed', 'partially_refunded'];
const VOIDABLE = ['pending', 'payment_requires_action', 'partially_paid', ...RETURNABLE];

const dueMinor = ({ totalAmount, totalPaid, currency }: Sale): number =>
  minor(totalAmount, currency) - minor(totalPaid, currency);

function SaleDetail({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { may } = useDesk();
  const [dialog, setDialog] = useState<'void' | 'return'>();
  const where = [
    sale.store.name,
    sale.terminal_id,
    t(`source.${sale.source_system}`),
    format.dateTime(sale.created_at),
  ].filter(Boolean);
  const hasGoods = sale.lineItems.some(line => line.returnedQuantity < line.quantity);
  return (
    <Stack gap="md">
      <Group justify="space-between" align="flex-start">
        <div>
          <div className="desk-figure">{format.money(sale.totalAmount)}</div>
          <Text size="sm" c="dimmed">
            {where.join(' · ')}
          </Text>
        </div>
        <Group gap={6}>
          {PAYABLE.includes(sale.status) && (
            <Tag tone="warn">
              {t('sales.due', { amount: format.cents(dueMinor(sale), sale.currency) })}
            </Tag>
          )}
          <StatusTag status={sale.status} />
        </Group>
      </Group>
      {sale.voidReason !== null && (
        <Text size="sm">{t('sales.voidedFor', { reason: sale.voidReason })}</Text>
      )}
      {sale.exchange_of !== null && (
        <Text size="sm">
          {t('sales.exchangeOf', { number: sale.exchange_of.return_number })}{' '}
          <Link href={`/transactions/${sale.exchange_of.transaction_id}`} className="desk-link">
            {sale.exchange_of.transaction_id}
          </Link>
        </Text>
      )}
      <OrderAddresses sale={sale} />
      <Notes sale={sale} />
      <Group gap="xs">
        {may('return.decide') && RETURNABLE.includes(sale.status) && hasGoods && (
          <Button size="xs" variant="default" onClick={() => setDialog('return')}>
            {t('returns.start')}
          </Button>
        )}
        {may('sale.void') && VOIDABLE.includes(sale.status) && (
          <Button size="xs" variant="default" onClick={() => setDialog('void')}>
            {t('void.start')}
          </Button>
        )}
      </Group>
      <Tabs defaultValue="lines" keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="lines">{t('sales.tab.lines')}</Tabs.Tab>
          <Tabs.Tab value="payments">{t('sales.tab.payments')}</Tabs.Tab>
          <Tabs.Tab value="returns">{t('sales.tab.returns')}</Tabs.Tab>
          <Tabs.Tab value="receipt">{t('sales.tab.receipt')}</Tabs.Tab>
          {may('audit.read') && <Tabs.Tab value="history">{t('history.title')}</Tabs.Tab>}
        </Tabs.List>
        <Tabs.Panel value="lines">
          <Lines sale={sale} />
        </Tabs.Panel>
        <Tabs.Panel value="payments">
          <Payments sale={sale} />
        </Tabs.Panel>
        <Tabs.Panel value="returns">
          <Returns sale={sale} />
        </Tabs.Panel>
        <Tabs.Panel value="receipt">
          <Receipt id={sale.transactionId} />
        </Tabs.Panel>
        <Tabs.Panel value="history">
          <Stack gap="md">
            <Steps id={sale.transactionId} />
            <History type="transactions" id={sale.transactionId} />
          </Stack>
        </Tabs.Panel>
      </Tabs>
      <VoidDialog sale={sale} isOpen={dialog === 'void'} onClose={() => setDialog(undefined)} />
      <ReturnDialog sale={sale} isOpen={dialog === 'return'} onClose={() => setDialog(undefined)} />
    </Stack>
  );
}
