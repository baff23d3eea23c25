import { Button, Group, Stack, Text } from '@mantine/core';
import { IconPlus, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Dialog } from '../../../shared/components/dialog.js';
import { Empty, Show } from '../../../shared/components/states.js';
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

/** The devices of a till: what they are, how they are, and a test page. */
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
  return (
    <Dialog onClose={onClose} size="lg" title={t('hardware.title', { id: till.id })}>
      <Stack>
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
  const t = useT();
  const api = useApi();
  const { name, kind, connection, address, port, state, is_active: isActive } = device;
  const path = { terminal_id: device.terminal_id, id: device.id };
  const changes = [['till-devices', device.terminal_id]];
  const test = useAction(
    () => answer(api.POST('/terminals/{terminal_id}/devices/{id}/test/', { params: { path } })),
    { changes, done: () => t('hardware.tested', { name }) },
  );
  const turn = useAction(
    (is_active: boolean) =>
      answer(
        api.PATCH('/terminals/{terminal_id}/devices/{id}/', {
          params: { path },
          body: { is_active },
        }),
      ),
    {
      changes,
      done: saved => t(saved.is_active ? 'hardware.turnedOn' : 'hardware.turnedOff', { name }),
    },
  );
  const isNetwork = connection === 'network';
  const place = isNetwork ? `${address}:${port}` : t(`hardware.connection.${connection}`);
  return (
    <Group justify="space-between" gap="sm">
      <div>
        <Group gap="xs">
          <Text fw={600}>{name}</Text>
          {!isActive && <Tag tone="calm">{t('hardware.off')}</Tag>}
          {isNetwork && isActive && <Tag tone={TONES[state]}>{t(`hardware.state.${state}`)}</Tag>}
        </Group>
        <Text size="sm" c="dimmed">
          {`${t(`hardware.kind.${kind}`)} · ${place}`}
        </Text>
      </div>
      <Group gap={6}>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('hardware.edit')}: ${name}`}
          onClick={onEdit}
        >
          {t('hardware.edit')}
        </Button>
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t(isActive ? 'hardware.turnOff' : 'hardware.turnOn')}: ${name}`}
          loading={turn.isPending}
          onClick={() => turn.mutate(!isActive)}
        >
          {t(isActive ? 'hardware.turnOff' : 'hardware.turnOn')}
        </Button>
        {isNetwork && isActive && (
          <Button
            size="compact-sm"
            variant="default"
            aria-label={`${t('hardware.test')}: ${name}`}
            loading={test.isPending}
            onClick={() => test.mutate(undefined)}
          >
            {t('hardware.test')}
          </Button>
        )}
        <ConfirmButton
          label={t('hardware.remove')}
          subject={name}
          title={t('hardware.remove.title', { name })}
          text={t('hardware.remove.text')}
          run={() =>
            answer(api.DELETE('/terminals/{terminal_id}/devices/{id}/', { params: { path } }))
          }
          changes={changes}
          done={t('hardware.removed', { name })}
        />
      </Group>
    </Group>
  );
}
