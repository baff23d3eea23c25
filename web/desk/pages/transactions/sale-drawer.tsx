import { Button, Drawer, Group, Stack, Tabs, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { PlaceProvider } from '../../../shared/i18n/format.js';
import { History } from '../../parts/history/index.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';
import { Deliveries } from './deliveries.js';
import { Lines } from './lines.js';
import { Notes } from './notes.js';
import { OrderAddresses } from './order-addresses.js';
import { Payments } from './payments.js';
import { Receipt } from './receipt.js';
import { ReturnDialog } from './return-dialog.js';
import { Returns } from './returns.js';
import { SaleHeader } from './sale-header.js';
import { Steps } from './steps.js';
import { VoidDialog } from './void-dialog.js';

/** While a processor works on a refund, and while one waits for its next try. */
const REFUNDING_POLL_MS = 2_000;
const FAILED_POLL_MS = 15_000;

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

function pollOf(sale: Sale): number | false {
  if (isRefunding(sale)) return REFUNDING_POLL_MS;
  const refunds = sale.payment_records.flatMap(payment => payment.refunds);
  return refunds.some(({ status }) => status === 'failed') ? FAILED_POLL_MS : false;
}

function useSale(id: string) {
  const api = useApi();
  return useQuery({
    queryKey: ['sale', id],
    queryFn: () =>
      answer(
        api.GET('/transactions/{transactionId}/', { params: { path: { transactionId: id } } }),
      ),
    // There are no live events for refunds at a processor, so those are polled.
    refetchInterval: ({ state }) => (state.data === undefined ? false : pollOf(state.data)),
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

const RETURNABLE = ['completed', 'partially_refunded'];
const VOIDABLE = ['pending', 'payment_requires_action', 'partially_paid', ...RETURNABLE];

function SaleDetail({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [search] = useSearchParams();
  const [dialog, setDialog] = useState<'void' | 'return'>();
  const hasGoods = sale.lineItems.some(line => line.returnedQuantity < line.quantity);
  return (
    <Stack gap="md">
      <SaleHeader sale={sale} />
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
      <Tabs defaultValue={search.get('tab') ?? 'lines'} keepMounted={false}>
        <Tabs.List mb="sm">
          <Tabs.Tab value="lines">{t('sales.tab.lines')}</Tabs.Tab>
          <Tabs.Tab value="payments">{t('sales.tab.payments')}</Tabs.Tab>
          <Tabs.Tab value="deliveries">{t('sales.tab.deliveries')}</Tabs.Tab>
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
        <Tabs.Panel value="deliveries">
          <Deliveries sale={sale} />
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
