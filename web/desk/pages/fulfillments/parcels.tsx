import { Anchor, Text, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Fulfillment } from '../../types.js';

type Parcel = Fulfillment['shipments'][number];

/** Parcels that have left, with carrier and tracking number. */
export function Parcels({ one }: { one: Fulfillment }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const api = useApi();
  const [tracked, setTracked] = useState<Parcel>();
  const hasLabels = one.shipping_address !== null && may('fulfillment.handle');
  const label = useAction(
    ({ id: shipment }: Parcel) =>
      saveFile(
        api.GET('/fulfillments/{id}/labels/', {
          params: { path: { id: one.id }, query: { shipment } },
          parseAs: 'blob',
        }),
        'label.pdf',
      ),
    { changes: [] },
  );
  const sent = one.shipments.filter(({ status }) => status === 'shipped' || status === 'delivered');
  return (
    <>
      {sent.map((parcel, index) => (
        <Text key={parcel.id} size="xs" c="dimmed" component="div">
          <Tracking parcel={parcel} />{' '}
          {hasLabels && (
            <Anchor
              component="button"
              type="button"
              size="xs"
              me={8}
              aria-label={t('fulfillments.labelOf', { number: index + 1, id: one.transaction })}
              onClick={() => label.mutate(parcel)}
            >
              {t('fulfillments.label')}
            </Anchor>
          )}
          {parcel.status === 'shipped' && may('fulfillment.handle') && (
            <Anchor
              component="button"
              type="button"
              size="xs"
              ta="start"
              onClick={() => setTracked(parcel)}
            >
              {t(
                parcel.tracking_number === '' ? 'fulfillments.track' : 'fulfillments.track.correct',
              )}
            </Anchor>
          )}
        </Text>
      ))}
      {tracked !== undefined && (
        <TrackDialog one={one} parcel={tracked} onClose={() => setTracked(undefined)} />
      )}
    </>
  );
}

/** Leads to the page of the carrier, if it is known. */
function Tracking({ parcel }: { parcel: Parcel }): ReactNode {
  const text = [parcel.carrier_name, parcel.tracking_number].filter(Boolean).join(' · ');
  if (parcel.tracking_url === null) return text;
  return (
    <Anchor href={parcel.tracking_url} target="_blank" rel="noreferrer" size="xs">
      {text}
    </Anchor>
  );
}

function TrackDialog(props: { one: Fulfillment; parcel: Parcel; onClose: () => void }): ReactNode {
  const { one, parcel, onClose } = props;
  const t = useT();
  const api = useApi();
  const [carrier, setCarrier] = useState(parcel.carrier_name);
  const [tracking, setTracking] = useState(parcel.tracking_number);
  const track = useAction(
    () =>
      answer(
        api.PATCH('/fulfillments/{id}/shipments/{shipment_id}/', {
          params: { path: { id: one.id, shipment_id: parcel.id } },
          body: { carrier_name: carrier, tracking_number: tracking },
        }),
      ),
    {
      changes: [['fulfillments']],
      done: () => t('fulfillments.track.done', { id: one.transaction }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('fulfillments.track.title', { id: one.transaction })}
      isOpen
      onClose={onClose}
      submit={t('app.save')}
      onSubmit={() => track.mutate(undefined)}
      isReady={tracking.trim() !== ''}
      isBusy={track.isPending}
      error={track.error}
    >
      <Text size="sm">{t('fulfillments.track.text')}</Text>
      <TextInput
        label={t('fulfillments.carrier')}
        value={carrier}
        onChange={event => setCarrier(event.currentTarget.value)}
      />
      <TextInput
        label={t('fulfillments.tracking')}
        data-autofocus
        value={tracking}
        onChange={event => setTracking(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
