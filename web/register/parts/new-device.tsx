import { Button, Group, NumberInput, Select, Stack, TextInput } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import {
  CONNECTIONS,
  type DeviceConnection as Connection,
  DEFAULT_PORT,
  type DeviceKind as Kind,
  MAX_NAME_LENGTH,
  MAX_PORT,
  PAPER_WIDTHS,
  placeOf,
  type TillDevice,
} from '../../shared/till-devices.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';

/** Card readers are added at the desk with their processor. */
const KINDS = (Object.keys(CONNECTIONS) as Kind[]).filter(kind => kind !== 'card_reader');

/** Displays in a browser are added by pairing them. */
const connectionsOf = (kind: Kind): Connection[] =>
  CONNECTIONS[kind].filter(connection => connection !== 'browser');

const START = {
  kind: 'printer' as Kind,
  connection: 'webusb' as Connection,
  name: '',
  address: '',
  port: DEFAULT_PORT as number | string,
  paper_width: '80' as TillDevice['paper_width'],
};
type Draft = typeof START;

const bodyOf = ({ paper_width, ...draft }: Draft) => ({
  kind: draft.kind,
  connection: draft.connection,
  ...(draft.kind === 'printer' && { paper_width }),
  ...placeOf(draft),
});

/** A manager adds a device to this till without a way to the desk. */
export function NewDevice({ terminal }: { terminal: string }): ReactNode {
  const t = useDeviceTexts();
  const api = useApi();
  const queries = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  const [draft, setDraft] = useState(START);
  const set = (changes: Partial<Draft>): void => setDraft({ ...draft, ...changes });
  const add = useMutation({
    mutationFn: () => {
      const params = { path: { terminal_id: terminal } };
      return answer(api.POST('/terminals/{terminal_id}/devices/', { params, body: bodyOf(draft) }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['till-devices', terminal] });
      setDraft(START);
      setOpen(false);
    },
  });
  if (!isOpen) {
    return (
      <Button variant="default" onClick={() => setOpen(true)}>
        {t('add')}
      </Button>
    );
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    add.mutate();
  };
  const connections = connectionsOf(draft.kind);
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <Group grow align="flex-start">
          <Select
            label={t('kind')}
            allowDeselect={false}
            data={KINDS.map(value => ({ value, label: t(`kind.${value}`) }))}
            value={draft.kind}
            onChange={value => {
              const kind = (value as Kind | null) ?? draft.kind;
              set({ kind, connection: connectionsOf(kind)[0] ?? 'printer' });
            }}
          />
          <Select
            label={t('connection')}
            allowDeselect={false}
            data={connections.map(value => ({ value, label: t(`connection.${value}`) }))}
            value={draft.connection}
            onChange={value => set({ connection: (value as Connection | null) ?? 'printer' })}
          />
        </Group>
        <TextInput
          label={t('name')}
          maxLength={MAX_NAME_LENGTH}
          required
          withAsterisk={false}
          value={draft.name}
          onChange={event => set({ name: event.currentTarget.value })}
        />
        {draft.connection === 'network' && (
          <Group grow align="flex-start">
            <TextInput
              label={t('address')}
              placeholder="192.168.1.50"
              required
              withAsterisk={false}
              value={draft.address}
              onChange={event => set({ address: event.currentTarget.value })}
            />
            <NumberInput
              label={t('port')}
              allowDecimal={false}
              allowNegative={false}
              hideControls
              max={MAX_PORT}
              thousandSeparator=""
              value={draft.port}
              onChange={port => set({ port })}
            />
          </Group>
        )}
        {draft.kind === 'printer' && (
          <Select
            label={t('paper')}
            allowDeselect={false}
            data={PAPER_WIDTHS.map(value => ({ value, label: `${value} mm` }))}
            value={draft.paper_width}
            onChange={value => set({ paper_width: value === '58' ? '58' : '80' })}
          />
        )}
        {add.error !== null && <Failed error={add.error} />}
        <Group grow>
          <Button variant="default" onClick={() => setOpen(false)}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={add.isPending} disabled={draft.name.trim() === ''}>
            {t('add')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
