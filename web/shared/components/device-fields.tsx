import { Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../api/index.js';
import {
  CONNECTIONS,
  DEFAULT_PORT,
  type DeviceConnection,
  type DeviceDraft,
  type DeviceKind,
} from '../till-devices.js';
import { useSharedDeviceTexts } from './use-device-texts.js';

const KINDS = Object.keys(CONNECTIONS) as DeviceKind[];
const PAPER_WIDTHS = ['58', '80'] as const;
const PURPOSES = ['receipt', 'ticket'] as const;
const MAX_PORT = 65_535;
const MAX_NAME_LENGTH = 100;
const MAX_READER_ID_LENGTH = 255;

type Props = {
  draft: DeviceDraft;
  set: (changes: Partial<DeviceDraft>) => void;
  errorOf: (field: string) => string | undefined;
  /** A device stays what it is. */
  isNew: boolean;
  /** Unset: the till, where displays in a browser are added by pairing them. */
  hasBrowserDisplays?: boolean;
};

/** The fields of a device, at the desk and at the till. */
export function DeviceFields(props: Props): ReactNode {
  const { draft, set, errorOf, isNew, hasBrowserDisplays = false } = props;
  const t = useSharedDeviceTexts();
  const connectionsOf = (kind: DeviceKind): DeviceConnection[] =>
    CONNECTIONS[kind].filter(
      one => hasBrowserDisplays || one !== 'browser' || (!isNew && draft.connection === one),
    );
  const chooseKind = (value: string | null): void => {
    const kind = KINDS.find(one => one === value) ?? draft.kind;
    set({ kind, connection: connectionsOf(kind)[0] ?? CONNECTIONS[kind][0] });
  };
  return (
    <>
      <Select
        label={t('kind')}
        data={KINDS.map(value => ({ value, label: t(`kind.${value}`) }))}
        allowDeselect={false}
        value={draft.kind}
        onChange={chooseKind}
        disabled={!isNew}
      />
      <TextInput
        label={t('name')}
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        required
        withAsterisk={false}
        value={draft.name}
        onChange={event => set({ name: event.currentTarget.value })}
        error={errorOf('name')}
      />
      <Select
        label={t('connection')}
        data={connectionsOf(draft.kind).map(value => ({ value, label: t(`connection.${value}`) }))}
        allowDeselect={false}
        value={draft.connection}
        onChange={value =>
          set({ connection: (value as DeviceConnection | null) ?? draft.connection })
        }
        error={errorOf('connection')}
      />
      {draft.kind === 'printer' && (
        <Select
          label={t('paper')}
          data={PAPER_WIDTHS.map(value => ({ value, label: `${value} mm` }))}
          allowDeselect={false}
          value={draft.paper_width}
          onChange={value => set({ paper_width: value === '58' ? '58' : '80' })}
        />
      )}
      {draft.connection === 'network' && <NetworkFields {...props} />}
      {draft.kind === 'card_reader' && (
        <TextInput
          label={t('readerId')}
          description={t('readerIdHint')}
          maxLength={MAX_READER_ID_LENGTH}
          value={draft.reader_id}
          onChange={event => set({ reader_id: event.currentTarget.value })}
          error={errorOf('reader_id')}
        />
      )}
    </>
  );
}

function NetworkFields({ draft, set, errorOf }: Props): ReactNode {
  const t = useSharedDeviceTexts();
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('address')}
          description={t('addressHint')}
          placeholder="192.168.1.50"
          required
          withAsterisk={false}
          value={draft.address}
          onChange={event => set({ address: event.currentTarget.value })}
          error={errorOf('address')}
        />
        <NumberInput
          label={t('port')}
          description={String(DEFAULT_PORT)}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          max={MAX_PORT}
          thousandSeparator=""
          value={draft.port}
          onChange={port => set({ port })}
          error={errorOf('port')}
        />
      </Group>
      <Select
        label={t('purpose')}
        data={PURPOSES.map(value => ({ value, label: t(`purpose.${value}`) }))}
        allowDeselect={false}
        value={draft.purpose}
        onChange={value => set({ purpose: value === 'ticket' ? 'ticket' : 'receipt' })}
        error={errorOf('purpose')}
      />
      {draft.purpose === 'ticket' && <TicketCategories {...{ draft, set, errorOf }} />}
    </>
  );
}

function TicketCategories({
  draft,
  set,
  errorOf,
}: Pick<Props, 'draft' | 'set' | 'errorOf'>): ReactNode {
  const t = useSharedDeviceTexts();
  const api = useApi();
  const categories = useQuery({
    queryKey: ['categories', 'choice'],
    queryFn: () => answer(api.GET('/categories/', { params: { query: { limit: 200 } } })),
  });
  return (
    <MultiSelect
      label={t('categories')}
      data={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      searchable
      value={draft.category_ids}
      onChange={value => set({ category_ids: value })}
      error={errorOf('category_ids')}
    />
  );
}
