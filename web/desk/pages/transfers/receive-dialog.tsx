import { Group, Select, Stack, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuantityInput, useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { ScanField } from '../../parts/scan-field.js';
import { useSendOnce } from '../../state/send-once.js';
import { useAction } from '../../state/use-action.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import { REASONS, type Reason, receiveTransfer, type Transfer } from './calls.js';
import { CHANGES } from './dialogs.js';
import { type Scanned, scannedLine, useQuantities } from './use-quantities.js';

type Goods = Scanned & { description: string; unit: string; packed: number };

/** Receives what arrived; the packed quantities are prefilled, and differences need a reason. */
export function ReceiveDialog(props: { transfer: Transfer; onClose: () => void }): ReactNode {
  const { transfer, onClose } = props;
  const { number } = transfer;
  const t = useT();
  const api = useApi();
  const sendOnce = useSendOnce();
  const { goods, quantityOf, reasons, setReason, problem, set, scan } = useArrived(transfer);
  const isDifferent = (one: Goods): boolean => quantityOf(one) !== one.packed;
  const sent = goods.map(one => ({
    variant_id: one.variant_id,
    quantity: quantityOf(one),
    ...(isDifferent(one) && { reason: reasons[one.variant_id] }),
  }));
  const receive = useAction(
    () => sendOnce(sent, key => receiveTransfer(api, transfer.id, sent, key)),
    {
      changes: CHANGES,
      done: () => t('transfers.receive.done', { number }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('transfers.receive.title', { number })}
      size="lg"
      isOpen
      onClose={onClose}
      submit={t('transfers.receive.submit')}
      onSubmit={() => receive.mutate(undefined)}
      isReady={goods.every(one => !isDifferent(one) || reasons[one.variant_id] !== undefined)}
      isBusy={receive.isPending}
      error={receive.error}
    >
      <ScanField
        label={t('transfers.scan')}
        description={t('transfers.scan.hint')}
        error={problem}
        autoFocus
        onScan={scan}
      />
      {goods.map(one => (
        <Row
          key={one.variant_id}
          goods={one}
          quantity={quantityOf(one)}
          onQuantity={quantity => set(one.variant_id, quantity)}
          reason={isDifferent(one) ? (reasons[one.variant_id] ?? null) : undefined}
          onReason={reason => setReason(one.variant_id, reason)}
        />
      ))}
    </FormDialog>
  );
}

/** The goods of the transfer and those that were scanned without having been packed. */
function useArrived(transfer: Transfer) {
  const t = useT();
  const api = useApi();
  const [extra, setExtra] = useState<Goods[]>([]);
  const [reasons, setReasons] = useState<Record<string, Reason>>({});
  const [problem, setProblem] = useState<string>();
  const goods: Goods[] = [
    ...transfer.lines.map(line => ({ ...line, packed: line.packed_quantity ?? 0 })),
    ...extra,
  ];
  const arrived = useQuantities(Object.fromEntries(goods.map(one => [one.variant_id, one.packed])));
  const setReason = (id: string, reason: Reason): void =>
    setReasons(before => ({ ...before, [id]: reason }));
  const scan = (code: string): void => {
    const known = scannedLine(goods, code);
    setProblem(undefined);
    if (known === undefined) void find(code);
    else arrived.scan(known.variant_id);
  };
  const find = async (code: string): Promise<void> => {
    const query = { q: code, limit: 10 };
    const found = await answer(api.GET('/product-variants/', { params: { query } })).catch(
      () => [],
    );
    const variants = found.map(one => ({
      variant_id: one.id,
      sku: one.sku,
      barcode: one.barcode,
      description: variantName(one),
      unit: 'unit' in one ? String(one.unit ?? 'piece') : 'piece',
      packed: 0,
    }));
    const variant = scannedLine(variants, code);
    if (variant === undefined) {
      setProblem(t('transfers.scan.nothing', { code }));
      return;
    }
    setExtra(before => [...before, variant]);
    setReason(variant.variant_id, 'wrong_article');
    arrived.scan(variant.variant_id);
  };
  const quantityOf = ({ variant_id }: Goods): number => Number(arrived.quantities[variant_id]) || 0;
  return { goods, quantityOf, reasons, setReason, problem, set: arrived.set, scan };
}

function Row(props: {
  goods: Goods;
  quantity: number;
  onQuantity: (quantity: number | string) => void;
  /** Undefined if all arrived. */
  reason: Reason | null | undefined;
  onReason: (reason: Reason) => void;
}): ReactNode {
  const { goods, quantity, reason } = props;
  const t = useT();
  const text = useQuantityText();
  return (
    <Stack gap={6}>
      <Group justify="space-between" wrap="nowrap" gap="sm">
        <div style={{ minWidth: 0 }}>
          <Item name={goods.description} sku={goods.sku} />
        </div>
        <Group gap={8} wrap="nowrap">
          <QuantityInput
            size="xs"
            w={72}
            unit={goods.unit}
            aria-label={t('transfers.quantityOf', { name: goods.description })}
            value={quantity}
            onChange={props.onQuantity}
          />
          <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
            / {text(goods.packed, goods.unit)}
          </Text>
        </Group>
      </Group>
      {reason !== undefined && (
        <Select
          size="xs"
          aria-label={t('transfers.reasonOf', { name: goods.description })}
          placeholder={t('list.reason')}
          allowDeselect={false}
          data={REASONS.map(value => ({ value, label: t(`transfers.reason.${value}`) }))}
          value={reason}
          onChange={value => value !== null && props.onReason(value as Reason)}
        />
      )}
    </Stack>
  );
}
