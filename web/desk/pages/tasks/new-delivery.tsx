import { Group, TextInput } from '@mantine/core';
import { answer, newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

export function NewDelivery({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [id] = useState(() => `DEL-${newKey().slice(0, 8).toUpperCase()}`);
  const [place, setPlace] = useState(store?.code);
  const [vendor, setVendor] = useState('');
  const [reference, setReference] = useState('');
  const [date, setDate] = useState('');
  const [time, setTime] = useState('09:00');
  const create = useAction(
    () =>
      answer(
        api.POST('/tasks/delivery-schedules/', {
          body: {
            delivery_id: id,
            store: place ?? '',
            vendor_name: vendor,
            vendor_reference: reference,
            scheduled_date: date,
            scheduled_time: time,
          },
        }),
      ),
    {
      changes: [['deliveries']],
      done: () => t('deliveries.created', { vendor }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('deliveries.new')}
      isOpen
      onClose={onClose}
      submit={t('deliveries.create')}
      onSubmit={() => create.mutate(undefined)}
      isReady={vendor.trim() !== '' && date !== '' && time !== '' && place !== undefined}
      isBusy={create.isPending}
      error={create.error}
    >
      <StoreField value={place} onChange={setPlace} />
      <TextInput
        label={t('deliveries.vendor')}
        data-autofocus
        required
        withAsterisk={false}
        value={vendor}
        onChange={event => setVendor(event.currentTarget.value)}
      />
      <TextInput
        label={t('deliveries.reference')}
        value={reference}
        onChange={event => setReference(event.currentTarget.value)}
      />
      <When date={date} onDate={setDate} time={time} onTime={setTime} />
    </FormDialog>
  );
}

function When(props: {
  date: string;
  onDate: (date: string) => void;
  time: string;
  onTime: (time: string) => void;
}): ReactNode {
  const t = useT();
  return (
    <Group grow>
      <TextInput
        type="date"
        label={t('deliveries.date')}
        required
        withAsterisk={false}
        value={props.date}
        onChange={event => props.onDate(event.currentTarget.value)}
      />
      <TextInput
        type="time"
        label={t('deliveries.time')}
        required
        withAsterisk={false}
        value={props.time}
        onChange={event => props.onTime(event.currentTarget.value)}
      />
    </Group>
  );
}
