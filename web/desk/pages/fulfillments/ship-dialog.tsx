import { Text, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { addressLinesWithCountry } from '../../../../src/platform/addresses/address-lines.js';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';

type Props = { one: Fulfillment; isOpen: boolean; onClose: () => void };

export function ShipDialog({ one, isOpen, onClose }: Props): ReactNode {
  const t = useT();
  const api = useApi();
  const [carrier, setCarrier] = useState('');
  const [tracking, setTracking] = useState('');
  const ship = useAction(
    () =>
      answer(
        api.POST('/fulfillments/{id}/ship/', {
          params: { path: { id: one.id } },
          body: { carrier_name: carrier, tracking_number: tracking },
        }),
      ),
    {
      changes: [['fulfillments']],
      done: () =>
        t('fulfillments.moved', { id: one.transaction, step: t('fulfillments.did.ship') }),
      onDone: onClose,
      quiet: true,
    },
  );
  const { locale } = useI18n();
  const lines = addressLinesWithCountry(one.shipping_address ?? {}, locale);
  return (
    <FormDialog
      title={t('fulfillments.ship', { id: one.transaction })}
      isOpen={isOpen}
      onClose={onClose}
      submit={t('fulfillments.move.ship')}
      onSubmit={() => ship.mutate(undefined)}
      isBusy={ship.isPending}
      error={ship.error}
    >
      {lines.length > 0 && (
        <Text size="sm" style={{ whiteSpace: 'pre-line' }}>
          {lines.join('\n')}
        </Text>
      )}
      <TextInput
        label={t('fulfillments.carrier')}
        data-autofocus
        value={carrier}
        onChange={event => setCarrier(event.currentTarget.value)}
      />
      <TextInput
        label={t('fulfillments.tracking')}
        value={tracking}
        onChange={event => setTracking(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
