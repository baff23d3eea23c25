import { Alert, Button, Divider, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { DeviceTest } from '../parts/device-tests.js';
import { NewDevice } from '../parts/new-device.js';
import { Dialog } from '../parts/till-dialog.js';
import {
  connectDevice,
  DEFAULT_BAUD,
  DEFAULT_SCALE_UNIT,
  isWired,
  SCALE_UNITS,
  type ScaleUnit,
  sendToDevice,
  setScaleUnit,
  type TillDevice,
  usePaired,
  type WiredDevice,
  weighOn,
} from '../state/devices/paired.js';
import { isSupported } from '../state/devices/ports.js';
import { useTillDevices } from '../state/devices/use-devices.js';
import { useMay } from '../state/permissions.js';
import type { Session } from '../state/session.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';

/** Connects the devices of the till that are plugged into this tablet, and tests all of them. */
export default function DevicesDialog(props: { session: Session; onClose: () => void }): ReactNode {
  const { session, onClose } = props;
  const t = useDeviceTexts();
  const devices = useTillDevices();
  const mayAdd = useMay('store.settings');
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <Stack>
        <Show query={devices} empty={<Text>{t('none')}</Text>}>
          {rows => (
            <Stack>
              <Text c="dimmed">{t('text')}</Text>
              {rows.some(row => isWired(row) && !isSupported(row)) && (
                <Alert color="brass" variant="light" role="status">
                  {t('problem.unsupported')}
                </Alert>
              )}
              {rows.map(device => (
                <Stack key={device.id} gap="xs">
                  <Divider />
                  <Device device={device} session={session} />
                </Stack>
              ))}
            </Stack>
          )}
        </Show>
        {mayAdd && <NewDevice terminal={session.terminal} />}
      </Stack>
    </Dialog>
  );
}

function Device({ device, session }: { device: TillDevice; session: Session }): ReactNode {
  const t = useDeviceTexts();
  const { name, kind, connection } = device;
  return (
    <>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {`${t(`kind.${kind}`)} · ${t(`connection.${connection}`)}`}
        </Text>
      </div>
      {!device.is_active && <Text size="sm">{t('off')}</Text>}
      {isWired(device) ? (
        <WiredActions device={device} />
      ) : (
        <DeviceTest device={device} session={session} />
      )}
    </>
  );
}

const BAUD_RATES = ['9600', '19200', '38400', '57600', '115200'];

function WiredActions({ device }: { device: WiredDevice }): ReactNode {
  const t = useDeviceTexts();
  const known = usePaired()[device.id];
  const [baud, setBaud] = useState(String(known?.baudRate ?? DEFAULT_BAUD));
  const [chosen, setChosen] = useState<ScaleUnit>(DEFAULT_SCALE_UNIT);
  const unit = known === undefined ? chosen : (known.unit ?? DEFAULT_SCALE_UNIT);
  const isScale = device.kind === 'scale';
  const settings = { baudRate: Number(baud), ...(isScale && { unit }) };
  const connect = useMutation({ mutationFn: () => connectDevice(device, settings) });
  const canConnect = isSupported(device);
  // A scale has the speed of its protocol.
  const hasSpeed = !isScale && device.connection === 'webserial';
  return (
    <Stack gap="xs">
      <Text size="sm" role="status">
        {t(known === undefined ? 'notConnected' : 'connected')}
      </Text>
      <Group align="flex-end">
        {hasSpeed && (
          <Select
            label={t('baud')}
            aria-label={`${t('baud')}: ${device.name}`}
            data={BAUD_RATES}
            value={baud}
            allowDeselect={false}
            onChange={value => setBaud(value ?? baud)}
            w={180}
          />
        )}
        {isScale && (
          <Select
            label={t('scaleUnit')}
            aria-label={`${t('scaleUnit')}: ${device.name}`}
            data={SCALE_UNITS}
            value={unit}
            allowDeselect={false}
            onChange={value => {
              if (value === null) return;
              setChosen(value);
              setScaleUnit(device, value);
            }}
            w={180}
          />
        )}
        <Button
          variant={known === undefined ? 'filled' : 'default'}
          aria-label={`${t(known === undefined ? 'connect' : 'reconnect')}: ${device.name}`}
          disabled={!canConnect}
          loading={connect.isPending}
          onClick={() => connect.mutate()}
        >
          {t(known === undefined ? 'connect' : 'reconnect')}
        </Button>
        {known !== undefined && canConnect && <WiredTest device={device} />}
      </Group>
      <DeviceProblem error={connect.error} />
    </Stack>
  );
}

/** What a test does, and what to tell the person. */
function useWiredTest(device: WiredDevice) {
  const t = useDeviceTexts();
  const { measure } = useFormat();
  return useMutation({
    mutationFn: async (): Promise<string> => {
      if (device.kind === 'scale') {
        const { weight, unit } = await weighOn(device);
        return t('test.weight', {
          name: device.name,
          weight: `${measure(Number(weight))} ${unit}`,
        });
      }
      if (device.kind === 'customer_display') {
        const { displayBytes } = await import('../state/devices/line-display.js');
        await sendToDevice(device, displayBytes([t('test.title').padEnd(20), ' '.repeat(20)]));
        return t('test.display');
      }
      const { testPage } = await import('../state/devices/printed-bytes.js');
      await sendToDevice(device, testPage(device, t('test.title')));
      return t('test.sent', { name: device.name });
    },
    onSuccess: message => notifications.show({ message }),
  });
}

function WiredTest({ device }: { device: WiredDevice }): ReactNode {
  const t = useDeviceTexts();
  const test = useWiredTest(device);
  return (
    <>
      <Button
        variant="default"
        aria-label={`${t('test')}: ${device.name}`}
        loading={test.isPending}
        onClick={() => test.mutate()}
      >
        {t('test')}
      </Button>
      <DeviceProblem error={test.error} />
    </>
  );
}
