import { Button, Group, Stack, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { History } from '../../parts/history/index.js';
import { LabelledValue, Page, Panel } from '../../parts/page.js';
import { useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { StatusTag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePolling } from '../../state/live.js';
import { useT } from '../../texts/index.js';
import { readTransfer, type Transfer, type TransferLine } from './calls.js';
import { CancelDialog, SendDialog } from './dialogs.js';
import { PackDialog } from './pack-dialog.js';
import { ReceiveDialog } from './receive-dialog.js';

/** A transfer with its goods; each store sees its own next steps. */
export function TransferPage({ id }: { id: string }): ReactNode {
  const api = useApi();
  const query = useQuery({
    queryKey: ['transfers', 'one', id],
    queryFn: () => readTransfer(api, id),
    refetchInterval: usePolling(),
  });
  return <Show query={query}>{transfer => <Shown transfer={transfer} />}</Show>;
}

function Shown({ transfer }: { transfer: Transfer }): ReactNode {
  const t = useT();
  return (
    <Page
      title={transfer.number}
      text={
        <Link href="/transfers" className="desk-link">
          {t('transfers.all')}
        </Link>
      }
      actions={<Actions transfer={transfer} />}
    >
      <Panel
        title={`${transfer.from_store_name} → ${transfer.to_store_name}`}
        aside={<StatusTag status={transfer.status} />}
      >
        <Stack gap={6}>
          <Moments transfer={transfer} />
          {transfer.notes !== '' && <Text size="sm">{transfer.notes}</Text>}
          {transfer.cancel_reason !== '' && (
            <LabelledValue label={t('list.reason')} isText>
              {transfer.cancel_reason}
            </LabelledValue>
          )}
        </Stack>
      </Panel>
      <Panel isFlush>
        <DataTable
          label={t('sales.tab.lines')}
          rows={transfer.lines}
          columns={useColumns(transfer)}
          keyOf={line => line.id}
        />
      </Panel>
      <History type="transfers" id={transfer.id} />
    </Page>
  );
}

const STEPS = ['created', 'packed', 'sent', 'received', 'cancelled'] as const;

function Moments({ transfer }: { transfer: Transfer }): ReactNode {
  const t = useT();
  const format = useFormat();
  return STEPS.map(step => {
    const at = transfer[`${step}_at`];
    return (
      at !== null && (
        <LabelledValue key={step} label={t(`transfers.when.${step}`)}>
          {format.dateTime(at)}
        </LabelledValue>
      )
    );
  });
}

type Step = 'pack' | 'send' | 'receive' | 'cancel';

function useSteps(transfer: Transfer): Step[] {
  const { may, storeOf } = useDesk();
  const isSender = storeOf(transfer.from_store) !== undefined;
  const isReceiver = storeOf(transfer.to_store) !== undefined;
  const { status } = transfer;
  const steps: Step[] = [];
  if (may('delivery.manage')) {
    if (isSender && status === 'requested') steps.push('pack');
    if (isSender && status === 'packed') steps.push('send');
    if (isReceiver && status === 'in_transit') steps.push('receive');
  }
  const isHere = status === 'requested' || status === 'packed';
  if (isHere && may('stock.transfer')) steps.push('cancel');
  return steps;
}

function Actions({ transfer }: { transfer: Transfer }): ReactNode {
  const t = useT();
  const steps = useSteps(transfer);
  const [open, setOpen] = useState<Step>();
  const props = { transfer, onClose: () => setOpen(undefined) };
  return (
    <Group gap="xs">
      {steps.map(step => (
        <Button
          key={step}
          variant={step === 'cancel' ? 'default' : 'filled'}
          onClick={() => setOpen(step)}
        >
          {t(`transfers.${step}`)}
        </Button>
      ))}
      {open === 'pack' && <PackDialog {...props} />}
      {open === 'send' && <SendDialog {...props} />}
      {open === 'receive' && <ReceiveDialog {...props} />}
      {open === 'cancel' && <CancelDialog {...props} />}
    </Group>
  );
}

function useColumns(transfer: Transfer): Column<TransferLine>[] {
  const t = useT();
  const quantity = useQuantityText();
  const isReceived = transfer.status === 'received';
  return [
    { head: t('stock.item'), cell: line => <Item name={line.description} sku={line.sku} /> },
    {
      head: t('transfers.wanted'),
      isFigure: true,
      from: isReceived ? 'sm' : undefined,
      cell: line => quantity(line.requested_quantity, line.unit),
    },
    {
      head: t('transfers.packed'),
      isFigure: true,
      cell: line => quantity(line.packed_quantity, line.unit),
    },
    {
      head: t('transfers.received'),
      isFigure: true,
      from: isReceived ? undefined : 'sm',
      cell: line => quantity(line.received_quantity, line.unit),
    },
    {
      head: t('transfers.difference'),
      from: 'md',
      cell: line =>
        line.difference_reason !== null && t(`transfers.reason.${line.difference_reason}`),
    },
  ];
}
