import { Table, Text, TextInput } from '@mantine/core';
import { answer, once } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { addressLinesWithCountry } from '../../../../src/platform/addresses/address-lines.js';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import type { Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuantityInput, useQuantityText } from '../../parts/quantity.js';
import { Item } from '../../parts/row.js';
import { useSendOnce } from '../../state/send-once.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';
import { type Item as Goods, itemsLeft, itemsOfParcel } from './items-left.js';
import { Parcels } from './parcels.js';

type Props = { order: Fulfillment; onClose: () => void };

/**
 * Ships an order in one parcel or several; each takes what is chosen for it. `order` stays as it was
 * when the dialog opened, so that a parcel sent again after a lost answer is the same request.
 */
export function ShipDialog({ order, onClose }: Props): ReactNode {
  const t = useT();
  const [sent, setSent] = useState<Fulfillment>();
  const one = sent ?? order;
  const left = itemsLeft(one);
  const [quantities, setQuantities] = useState<Record<string, Typed>>({});
  const [carrier, setCarrier] = useState('');
  const [tracking, setTracking] = useState('');
  const items = itemsOfParcel(left, quantities);
  const ship = useShip(one, result => {
    if (itemsLeft(result).length === 0) return onClose();
    setSent(result);
    setQuantities({});
    setTracking('');
  });
  const { locale } = useI18n();
  const lines = addressLinesWithCountry(one.shipping_address ?? {}, locale);
  const isOnePiece = left.length === 1 && left[0]?.quantity === 1;
  return (
    <FormDialog
      title={t('fulfillments.ship', { id: one.transaction })}
      size="lg"
      isOpen
      onClose={onClose}
      submit={t('fulfillments.move.ship')}
      onSubmit={() => ship.mutate({ carrier, tracking, items })}
      isReady={items === undefined || items.length > 0}
      isBusy={ship.isPending}
      error={ship.error}
    >
      {lines.length > 0 && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {lines.join('\n')}
        </Text>
      )}
      {sent !== undefined && (
        <div role="status">
          <Text size="sm">{t('fulfillments.nextParcel')}</Text>
          <Parcels one={sent} />
        </div>
      )}
      {!isOnePiece && left.length > 0 && (
        <Contents
          left={left}
          quantities={quantities}
          onChange={(sku, quantity) => setQuantities({ ...quantities, [sku]: quantity })}
        />
      )}
      <TextInput
        label={t('fulfillments.carrier')}
        data-autofocus
        maxLength={100}
        value={carrier}
        onChange={event => setCarrier(event.currentTarget.value)}
      />
      <TextInput
        label={t('fulfillments.tracking')}
        maxLength={100}
        value={tracking}
        onChange={event => setTracking(event.currentTarget.value)}
      />
    </FormDialog>
  );
}

type Sent = { carrier: string; tracking: string; items: ReturnType<typeof itemsOfParcel> };

/** A parcel that is sent again after a lost answer leaves once. */
function useShip(one: Fulfillment, onDone: (result: Fulfillment) => void) {
  const t = useT();
  const api = useApi();
  const sendOnce = useSendOnce();
  return useAction(
    ({ carrier, tracking, items }: Sent) => {
      const params = { path: { id: one.id } };
      const body = { carrier_name: carrier, tracking_number: tracking, items };
      return sendOnce(body, key =>
        answer(api.POST('/fulfillments/{id}/ship/', { params, body, ...once(key) })),
      );
    },
    {
      changes: [['fulfillments']],
      done: result => {
        const step = itemsLeft(result).length === 0 ? 'fulfillments.did.ship' : 'fulfillments.part';
        return t('fulfillments.moved', { id: one.transaction, step: t(step) });
      },
      onDone,
      quiet: true,
    },
  );
}

/** How much of each item goes into this parcel; all of it unless somebody chooses less. */
function Contents(props: {
  left: readonly Goods[];
  quantities: Readonly<Record<string, Typed>>;
  onChange: (sku: string, quantity: Typed) => void;
}): ReactNode {
  const { left, quantities, onChange } = props;
  const t = useT();
  const text = useQuantityText();
  return (
    <Table className="desk-table" verticalSpacing={6} aria-label={t('fulfillments.contents')}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>{t('stock.item')}</Table.Th>
          <Table.Th data-end>{t('fulfillments.left')}</Table.Th>
          <Table.Th data-end>{t('fulfillments.inParcel')}</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {left.map(({ sku, description, quantity, unit = 'piece' }) => (
          <Table.Tr key={sku}>
            <Table.Td>
              <Item name={description} sku={sku} />
            </Table.Td>
            <Table.Td data-end>{text(quantity, unit)}</Table.Td>
            <Table.Td data-end>
              <QuantityInput
                size="xs"
                w={90}
                ml="auto"
                max={quantity}
                unit={unit}
                aria-label={t('fulfillments.quantityOf', { name: description })}
                value={quantities[sku] ?? quantity}
                onChange={value => onChange(sku, value)}
              />
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
