import { Group, Stack, Switch, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useShownStores } from '../../parts/choose-store.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { type Column, DataTable } from '../../parts/data-table.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { Panel } from '../../parts/page.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useIsWide } from '../../state/use-is-wide.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { LockSelect } from './lock-select.js';
import { ReceiptSelect } from './receipt-select.js';
import { type DeviceRow, usePairedDevices } from './use-paired-devices.js';

/** Which devices are paired with tills, and which stores require it. */
export function Pairing(): ReactNode {
  const t = useT();
  const { store } = useDesk();
  const shown = useShownStores() ?? [];
  const { data: devices = [] } = usePairedDevices();
  const columns = useColumns(store === undefined);
  return (
    <Panel isFlush title={t('pairing.devices')}>
      <Stack gap="xs" px="md" pb="md">
        {shown.map(one => (
          <RequiredSwitch
            key={one.id}
            store={one}
            isOne={store !== undefined}
            hasDevices={devices.some(device => device.store.id === one.id)}
          />
        ))}
        {shown.map(one => (
          <LockSelect key={one.id} store={one} isOne={store !== undefined} />
        ))}
        {shown.map(one => (
          <ReceiptSelect key={one.id} store={one} isOne={store !== undefined} />
        ))}
        {devices.length === 0 && (
          <Text size="sm" c="dimmed">
            {t('pairing.devices.none')}
          </Text>
        )}
      </Stack>
      {devices.length > 0 && (
        <DataTable
          label={t('pairing.devices')}
          rows={devices}
          columns={columns}
          keyOf={device => device.id}
        />
      )}
    </Panel>
  );
}

function useColumns(ofAllStores: boolean): Column<DeviceRow>[] {
  const t = useT();
  const format = useFormat();
  const isWide = useIsWide();
  const nameOf = (device: DeviceRow): string => device.device_name || t('pairing.unknown');
  const place: Column<DeviceRow>[] = ofAllStores
    ? [{ head: t('store.one'), from: 'sm', cell: device => device.store.name }]
    : [];
  return [
    {
      head: t('tills.id'),
      cell: device => (
        <>
          <strong>{device.terminal_id}</strong>
          {!isWide && (
            <Text size="xs" c="dimmed">
              {nameOf(device)}
            </Text>
          )}
        </>
      ),
    },
    { head: t('pairing.device'), from: 'sm', cell: nameOf },
    ...place,
    { head: t('pairing.by'), from: 'lg', cell: device => device.paired_by || '—' },
    { head: t('pairing.since'), from: 'lg', cell: device => format.dateTime(device.paired_at) },
    { head: t('pairing.seen'), from: 'md', cell: device => format.dateTime(device.last_seen_at) },
    { head: t('list.actions'), isFigure: true, cell: device => <Unpair device={device} /> },
  ];
}

function Unpair({ device }: { device: DeviceRow }): ReactNode {
  const t = useT();
  const api = useApi();
  const id = device.terminal_id;
  return (
    <ConfirmButton
      label={t('pairing.unpair')}
      subject={`${id}, ${device.device_name || t('pairing.unknown')}`}
      title={t('pairing.unpair.title', { id })}
      text={t('pairing.unpair.text')}
      run={() =>
        answer(
          api.DELETE('/stores/{store}/paired-devices/{id}/', {
            params: { path: { store: device.store.code, id: device.id } },
          }),
        )
      }
      changes={[['paired-devices']]}
      done={t('pairing.unpaired', { id })}
    />
  );
}

/** Asks first if the setting would lock out every till of the store. */
function RequiredSwitch(props: { store: Store; isOne: boolean; hasDevices: boolean }): ReactNode {
  const { store, isOne, hasDevices } = props;
  const t = useT();
  const api = useApi();
  const { name } = store;
  const [isAsking, setAsking] = useState(false);
  const save = useAction<boolean, unknown>(
    require_paired_tills =>
      answer(
        api.PATCH('/stores/{store}/', {
          params: { path: { store: store.code } },
          body: { require_paired_tills },
        }),
      ),
    {
      changes: [['desk']],
      done: (_saved, isOn) => t(isOn ? 'pairing.required.on' : 'pairing.required.off', { name }),
      onDone: () => setAsking(false),
    },
  );
  const change = (isOn: boolean): void => {
    if (isOn && !hasDevices) setAsking(true);
    else save.mutate(isOn);
  };
  return (
    <Group>
      <Switch
        label={isOne ? t('pairing.required') : t('pairing.required.store', { name })}
        description={isOne ? t('pairing.required.hint') : undefined}
        checked={save.isPending ? save.variables : store.require_paired_tills}
        disabled={save.isPending}
        onChange={event => change(event.currentTarget.checked)}
      />
      <FormDialog
        title={t('pairing.required.title')}
        isOpen={isAsking}
        onClose={() => setAsking(false)}
        submit={t('pairing.required.go')}
        onSubmit={() => save.mutate(true)}
        isBusy={save.isPending}
        isDestructive
      >
        <Text size="sm">{t('pairing.required.text', { name })}</Text>
      </FormDialog>
    </Group>
  );
}
