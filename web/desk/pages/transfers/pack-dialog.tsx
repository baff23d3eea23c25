import { Table } from '@mantine/core';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuantityInput, useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { ScanField } from '../../parts/scan-field.js';
import { useSendOnce } from '../../state/send-once.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { packTransfer, type Transfer, type TransferLine } from './calls.js';
import { CHANGES } from './dialogs.js';
import { scannedLine, useQuantities } from './use-quantities.js';

/** Packs the goods of a transfer; the requested quantities are prefilled. */
export function PackDialog(props: { transfer: Transfer; onClose: () => void }): ReactNode {
  const { transfer, onClose } = props;
  const { number, lines } = transfer;
  const t = useT();
  const api = useApi();
  const sendOnce = useSendOnce();
  const [problem, setProblem] = useState<string>();
  const packed = useQuantities(
    Object.fromEntries(lines.map(line => [line.variant_id, line.requested_quantity])),
  );
  const sent = lines.map(({ variant_id }) => ({
    variant_id,
    quantity: Number(packed.quantities[variant_id]) || 0,
  }));
  const pack = useAction(() => sendOnce(sent, key => packTransfer(api, transfer.id, sent, key)), {
    changes: CHANGES,
    done: () => t('transfers.pack.done', { number }),
    onDone: onClose,
    quiet: true,
  });
  const scan = (code: string): void => {
    const line = scannedLine(lines, code);
    setProblem(line === undefined ? t('transfers.scan.unknown', { code }) : undefined);
    if (line !== undefined) packed.scan(line.variant_id);
  };
  return (
    <FormDialog
      title={t('transfers.pack.title', { number })}
      size="lg"
      isOpen
      onClose={onClose}
      submit={t('transfers.pack')}
      onSubmit={() => pack.mutate(undefined)}
      isReady={sent.some(line => line.quantity > 0)}
      isBusy={pack.isPending}
      error={pack.error}
    >
      <ScanField
        label={t('transfers.scan')}
        description={t('transfers.scan.hint')}
        error={problem}
        autoFocus
        onScan={scan}
      />
      <Lines lines={lines} packed={packed} />
    </FormDialog>
  );
}

function Lines(props: {
  lines: readonly TransferLine[];
  packed: ReturnType<typeof useQuantities>;
}): ReactNode {
  const { lines, packed } = props;
  const t = useT();
  const quantity = useQuantityText();
  return (
    <Table className="desk-table" verticalSpacing={6} aria-label={t('sales.tab.lines')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('stock.item')}</Table.Th>
          <Table.Th data-end>{t('transfers.wanted')}</Table.Th>
          <Table.Th data-end>{t('transfers.packed')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {lines.map(line => (
          <Table.Tr key={line.id}>
            <Table.Td>
              <Item name={line.description} sku={line.sku} />
            </Table.Td>
            <Table.Td data-end>{quantity(line.requested_quantity, line.unit)}</Table.Td>
            <Table.Td data-end>
              <QuantityInput
                size="xs"
                w={80}
                ml="auto"
                unit={line.unit}
                aria-label={t('transfers.quantityOf', { name: line.description })}
                value={packed.quantities[line.variant_id] ?? 0}
                onChange={value => packed.set(line.variant_id, value)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
