import { Alert, Button, Divider, Group, Select, Stack, Text } from '@mantine/core';
import { notifications } from '@mantine/notifications';
import { useMutation } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { GivenUpPapers } from '../../shared/components/given-up-papers.js';
import { Show } from '../../shared/components/states.js';
import { useSharedDeviceTexts } from '../../shared/components/use-device-texts.js';
import { useFormat } from '../../shared/i18n/format.js';
import { troubleOf } from '../../shared/till-devices.js';
import { DeviceActions } from '../parts/device-actions.js';
import { DeviceForm } from '../parts/device-form.js';
import { DeviceProblem } from '../parts/device-problem.js';
import { DeviceTest } from '../parts/device-tests.js';
import { Dialog } from '../parts/till-dialog.js';
import { useOpenPapers } from '../state/devices/given-up.js';
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

/** Connects the devices of the till that are plugged into this tablet, sets up and tests all of them. */
export default function DevicesDialog(props: { session: Session; onClose: () => void }): ReactNode {
  const { session, onClose } = props;
  const t = useDeviceTexts();
  const devices = useTillDevices();
  const papers = useOpenPapers(session.terminal);
  const mayChange = useMay('store.settings');
  const [edited, setEdited] = useState<string>();
  return (
    <Dialog onClose={onClose} title={t('title')} size="lg">
      <Stack>
        <GivenUpPapers papers={papers} />
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
                  {edited === device.id ? (
                    <DeviceForm
                      terminal={session.terminal}
                      device={device}
                      onClose={() => setEdited(undefined)}
                    />
                  ) : (
                    <Device device={device} session={session} />
                  )}
                  {mayChange && edited === undefined && (
                    <DeviceActions device={device} onEdit={() => setEdited(device.id)} />
                  )}
                </Stack>
              ))}
            </Stack>
          )}
        </Show>
        {mayChange && edited === NEW && (
          <DeviceForm terminal={session.terminal} onClose={() => setEdited(undefined)} />
        )}
        {mayChange && edited === undefined && (
          <Button variant="default" onClick={() => setEdited(NEW)}>
            {t('add')}
          </Button>
        )}
      </Stack>
    </Dialog>
  );
}

/** The form of a device that does not exist yet. */
const NEW = 'new';

function Device({ device, session }: { device: TillDevice; session: Session }): ReactNode {
  const t = useSharedDeviceTexts();
  const { name, kind, connection } = device;
  const trouble = troubleOf(device);
  return (
    <>
      <div>
        <Text fw={600}>{name}</Text>
        <Text size="sm" c="dimmed">
          {`${t(`kind.${kind}`)} · ${t(`connection.${connection}`)}`}
        </Text>
      </div>
      {!device.is_active && <Text size="sm">{t('off')}</Text>}
      {trouble !== undefined && (
        <Text size="sm" c="var(--app-warn-ink)" fw={600}>
          {t(`state.${trouble}`)}
        </Text>
      )}
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

/** What a test does, and what the screen says. */
function useWiredTest(device: WiredDevice) {
  const t = useDeviceTexts();
  const shared = useSharedDeviceTexts();
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
        return shared('outcome.shown');
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
