import { NumberInput, Table } from '@mantine/core';
import { answer, newKey, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { isMeasured } from '../../../../src/domains/pricing/index.js';
import { useApi } from '../../../shared/api/index.js';
import { descriptionOf } from '../../../shared/description.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Item } from '../../parts/row.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { PurchaseOrder } from '../../types.js';
import { unitOf } from './order-lines.js';

/** Receives items of an order; the outstanding quantities are prefilled. */
export function Receive(props: { order: PurchaseOrder; onClose: () => void }): ReactNode {
  const { order, onClose } = props;
  const t = useT();
  const api = useApi();
  const [key] = useState(newKey);
  const [quantities, setQuantities] = useState<Record<string, number>>(() =>
    Object.fromEntries(order.lines.map(line => [line.variant_id, line.outstanding_quantity])),
  );
  const lines = Object.entries(quantities)
    .filter(([, quantity]) => quantity > 0)
    .map(([variant_id, quantity]) => ({ variant_id, quantity }));
  const receive = useAction(
    () =>
      answer(
        api.POST('/procurement/purchase-orders/{id}/receive/', {
          params: { path: { id: order.id } },
          body: { lines },
          ...once(key),
        }),
      ),
    {
      changes: [['orders'], ['levels'], ['movements']],
      done: () => t('orders.receive.done', { number: order.po_number }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('orders.receive.title', { number: order.po_number })}
      size="lg"
      isOpen
      onClose={onClose}
      submit={t('orders.receive.submit')}
      onSubmit={() => receive.mutate(undefined)}
      isReady={lines.length > 0}
      isBusy={receive.isPending}
      error={receive.error}
    >
      <Lines order={order} quantities={quantities} onChange={setQuantities} />
    </FormDialog>
  );
}

function Lines(props: {
  order: PurchaseOrder;
  quantities: Record<string, number>;
  onChange: (quantities: Record<string, number>) => void;
}): ReactNode {
  const { order, quantities, onChange } = props;
  const t = useT();
  return (
    <Table className="desk-table" verticalSpacing={6} aria-label={t('sales.tab.lines')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('stock.item')}</Table.Th>
          <Table.Th data-end>{t('orders.open')}</Table.Th>
          <Table.Th data-end>{t('orders.received')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {order.lines.map(line => (
          <Table.Tr key={line.id}>
            <Table.Td>
              <Item name={descriptionOf(line)} sku={line.sku} />
            </Table.Td>
            <Table.Td data-end>
              {isMeasured(unitOf(line))
                ? `${line.outstanding_quantity} ${unitOf(line)}`
                : line.outstanding_quantity}
            </Table.Td>
            <Table.Td data-end>
              <NumberInput
                size="xs"
                w={90}
                ml="auto"
                min={0}
                allowDecimal={isMeasured(unitOf(line))}
                decimalScale={3}
                aria-label={t('orders.receive.quantityOf', { name: descriptionOf(line) })}
                value={quantities[line.variant_id] ?? 0}
                onChange={value =>
                  onChange({ ...quantities, [line.variant_id]: Number(value) || 0 })
                }
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
