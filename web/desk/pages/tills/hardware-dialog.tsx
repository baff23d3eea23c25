import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Dialog } from '../../../shared/components/dialog.js';
import { GivenUpPapers } from '../../../shared/components/given-up-papers.js';
import { ServiceTest } from '../../../shared/components/service-test.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useSharedDeviceTexts } from '../../../shared/components/use-device-texts.js';
import { useGivenUp } from '../../../shared/given-up.js';
import { isWiredConnection } from '../../../shared/till-devices.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { Tag, type Tone } from '../../parts/tag.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Till, TillDevice } from '../../types.js';
import { DeviceForm } from './device-form.js';

/** Often enough to see that the paper was changed. */
const REFRESH_MS = 3_000;

const TONES: Record<TillDevice['state'], Tone> = {
  unknown: 'calm',
  ready: 'good',
  paper_low: 'warn',
  paper_out: 'bad',
  cover_open: 'bad',
  error: 'bad',
  unreachable: 'bad',
};

/** The devices of a till: their state, a test, and papers that were not printed. */
export function HardwareDialog({ till, onClose }: { till: Till; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<TillDevice | 'new'>();
  const devices = useQuery({
    queryKey: ['till-devices', till.id],
    queryFn: () =>
      answer(
        api.GET('/terminals/{terminal_id}/devices/', {
          params: { path: { terminal_id: till.id } },
        }),
      ),
    refetchInterval: REFRESH_MS,
  });
  const papers = useGivenUp(till.store_id).data ?? [];
  return (
    <Dialog onClose={onClose} size="lg" title={t('hardware.title', { id: till.id })}>
      <Stack>
        <GivenUpPapers papers={papers.filter(paper => paper.terminal_id === till.id)} />
        <Show
          query={devices}
          empty={
            <Empty
              icon={<IconPrinter size={28} />}
              title={t('hardware.none')}
              text={t('hardware.none.text')}
            />
          }
        >
          {rows => (
            <Stack gap="sm">
              {rows.map(device => (
                <DeviceRow key={device.id} device={device} onEdit={() => setEdited(device)} />
              ))}
            </Stack>
          )}
        </Show>
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('hardware.new')}
        </Button>
      </Stack>
      {edited !== undefined && (
        <DeviceForm
          till={till}
          device={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  );
}

function DeviceRow({ device, onEdit }: { device: TillDevice; onEdit: () => void }): ReactNode {
  const own = useT();
  const t = useSharedDeviceTexts();
  const api = useApi();
  const { name, kind, connection, address, port, state, is_active: isActive } = device;
  const path = { terminal_id: device.terminal_id, id: device.id };
  const changes = [['till-devices', device.terminal_id]];
  const switching = useAction(
    (is_active: boolean) =>
      answer(
        api.PATCH('/terminals/{terminal_id}/devices/{id}/', {
          params: { path },
          body: { is_active },
        }),
      ),
    {
      changes,
      done: saved => own(saved.is_active ? 'hardware.turnedOn' : 'hardware.turnedOff', { name }),
    },
  );
  const isNetwork = connection === 'network';
  const toggleKey = isActive ? 'turnOff' : 'turnOn';
  const place = isNetwork ? `${address}:${port}` : t(`connection.${connection}`);
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {!isActive && <Tag tone="calm">{t('off')}</Tag>}
          {isNetwork && isActive && <Tag tone={TONES[state]}>{t(`state.${state}`)}</Tag>}
        </Group>
        <Text size="sm" c="dimmed">
          {[t(`kind.${kind}`), place, device.reader_id].filter(Boolean).join(' · ')}
        </Text>
        {isActive && isPluggedIn(device) && (
          <Text size="sm" c="dimmed">
            {t('testAtTill')}
          </Text>
        )}
      </div>
      <Group gap={6}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('edit')}: ${name}`}
          onClick={onEdit}
        >
          {t('edit')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t(toggleKey)}: ${name}`}
          loading={switching.isPending}
          onClick={() => switching.mutate(!isActive)}
        >
          {t(toggleKey)}
        </Button>
        <ConfirmButton
          label={t('remove')}
          subject={name}
          title={t('removeTitle', { name })}
          text={t('removeText')}
          run={() =>
            answer(api.DELETE('/terminals/{terminal_id}/devices/{id}/', { params: { path } }))
          }
          changes={changes}
          done={own('hardware.removed', { name })}
        />
        {isActive && !isPluggedIn(device) && <ServiceTest device={device} size="compact-sm" />}
      </Group>
    </Group>
  );
}

/** The browser of the till drives it, so only that can test it. */
const isPluggedIn = ({ connection }: TillDevice): boolean =>
  isWiredConnection(connection) || connection === 'dialog';
