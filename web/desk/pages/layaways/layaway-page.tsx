import { Button, Group, SimpleGrid, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { PlaceProvider, useFormat } from '../../../shared/i18n/format.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useT } from '../../texts/index.js';
import type { Sale } from '../../types.js';
import { Lines } from '../transactions/lines.js';
import { Payments } from '../transactions/payments.js';
import { type Layaway, readLayaway } from './calls.js';
import { CancelForm } from './cancel-form.js';
import { ExtendForm } from './extend-form.js';
import { LayawayStatus } from './status.js';

/** A layaway with its goods and payments; a manager extends or cancels it. */
export function LayawayPage({ id }: { id: string }): ReactNode {
  const api = useApi();
  const { storeOf } = useDesk();
  const query = useQuery({
    queryKey: ['layaway', id],
    queryFn: async () => {
      const path = { transactionId: id };
      const [layaway, sale] = await Promise.all([
        readLayaway(api, id),
        answer(api.GET('/transactions/{transactionId}/', { params: { path } })),
      ]);
      return { layaway, sale };
    },
  });
  return (
    <Show query={query}>
      {({ layaway, sale }) => {
        const timeZone = storeOf(layaway.store)?.time_zone ?? 'UTC';
        return (
          <PlaceProvider place={{ currency: layaway.currency, timeZone }}>
            <Shown layaway={layaway} sale={sale} />
          </PlaceProvider>
        );
      }}
    </Show>
  );
}

function Shown({ layaway, sale }: { layaway: Layaway; sale: Sale }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [dialog, setDialog] = useState<'extend' | 'cancel'>();
  const close = (): void => setDialog(undefined);
  const isOpen = layaway.status === 'open';
  return (
    <Page
      title={t('layaways.one', { name: layaway.customer_name || layaway.transaction_id })}
      text={
        <Link href="/layaways" className="desk-link">
          {t('layaways.all')}
        </Link>
      }
      actions={
        may('sale.void') && (
          <Group gap="xs">
            {isOpen && (
              <Button variant="default" onClick={() => setDialog('extend')}>
                {t('layaways.extend')}
              </Button>
            )}
            {(isOpen || layaway.status === 'expired') && (
              <Button variant="default" onClick={() => setDialog('cancel')}>
                {t('layaways.cancel')}
              </Button>
            )}
          </Group>
        )
      }
    >
      <SimpleGrid cols={{ base: 1, md: 2 }}>
        <Sums layaway={layaway} />
        <Panel title={t('sales.tab.payments')}>
          <Payments sale={sale} />
        </Panel>
      </SimpleGrid>
      <Panel title={t('sales.tab.lines')} isFlush pb="md">
        <Lines sale={sale} />
      </Panel>
      <History type="layaways" id={layaway.id} />
      {dialog === 'extend' && <ExtendForm layaway={layaway} onClose={close} />}
      {dialog === 'cancel' && <CancelForm layaway={layaway} sale={sale} onClose={close} />}
    </Page>
  );
}

function Sums({ layaway }: { layaway: Layaway }): ReactNode {
  const t = useT();
  const format = useFormat();
  const { transaction_id: number, fee, reminded_at } = layaway;
  return (
    <Panel title={number} aside={<LayawayStatus status={layaway.status} />}>
      <Stack gap={6}>
        <LabelledValue label={t('list.total')}>{format.money(layaway.total_amount)}</LabelledValue>
        <LabelledValue label={t('layaways.paid')}>{format.money(layaway.total_paid)}</LabelledValue>
        <LabelledValue label={t('layaways.due')} isStrong>
          {format.money(layaway.amount_due)}
        </LabelledValue>
        {Number(fee) > 0 && (
          <LabelledValue label={t('layaways.fee')}>{format.money(fee)}</LabelledValue>
        )}
        <LabelledValue label={t('layaways.until')}>
          {format.dateTime(layaway.expires_at)}
        </LabelledValue>
        {reminded_at !== null && (
          <LabelledValue label={t('layaways.reminded')}>{format.date(reminded_at)}</LabelledValue>
        )}
        {layaway.customer_id !== null && (
          <LabelledValue label={t('layaways.customer')}>
            <Link href={`/customers/${layaway.customer_id}`} className="desk-link">
              {layaway.customer_name}
            </Link>
          </LabelledValue>
        )}
        <LabelledValue label={t('layaways.sale')}>
          <Link href={`/transactions/${number}`} className="desk-link">
            {t('layaways.openSale')}
          </Link>
        </LabelledValue>
      </Stack>
    </Panel>
  );
}
