import { Group, MultiSelect, NumberInput, Select, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import {
  CONNECTIONS,
  type DeviceConnection as Connection,
  DEFAULT_PORT,
  type DeviceKind as Kind,
  MAX_NAME_LENGTH,
  MAX_PORT,
  PAPER_WIDTHS,
  placeOf,
} from '../../../shared/till-devices.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Till, TillDevice } from '../../types.js';

const KINDS = Object.keys(CONNECTIONS) as Kind[];
const PURPOSES = ['receipt', 'ticket'] as const;

type Props = { till: Till; device?: TillDevice; onClose: () => void };

type Draft = {
  kind: Kind;
  name: string;
  connection: Connection;
  address: string;
  port: number | string;
  paper_width: TillDevice['paper_width'];
  purpose: TillDevice['purpose'];
  category_ids: string[];
};

const START: Draft = {
  kind: 'printer',
  name: '',
  connection: 'network',
  address: '',
  port: DEFAULT_PORT,
  paper_width: '80',
  purpose: 'receipt',
  category_ids: [],
};

/** Only network printers print tickets. */
const bodyOf = ({ category_ids, ...draft }: Draft) => {
  const isTicket = draft.connection === 'network' && draft.purpose === 'ticket';
  const purpose: Draft['purpose'] = isTicket ? 'ticket' : 'receipt';
  return {
    kind: draft.kind,
    connection: draft.connection,
    paper_width: draft.paper_width,
    ...placeOf(draft),
    purpose,
    category_ids: isTicket ? category_ids : [],
  };
};

const draftOf = (device: TillDevice): Draft => ({
  ...START,
  kind: device.kind,
  name: device.name,
  connection: device.connection,
  address: device.address ?? '',
  port: device.port ?? DEFAULT_PORT,
  paper_width: device.paper_width,
  purpose: device.purpose,
  category_ids: device.category_ids,
});

function useDeviceForm({ till, device, onClose }: Props) {
  const t = useT();
  const api = useApi();
  const terminal = encodeURIComponent(till.id);
  return useForm({
    start: () => (device === undefined ? START : draftOf(device)),
    record: device && {
      type: 'devices',
      id: device.id,
      path: `/terminals/${terminal}/devices/${device.id}/`,
      shown: device,
    },
    save: (draft, condition) => {
      const body = bodyOf(draft);
      const path = { terminal_id: till.id };
      if (device === undefined) {
        return answer(api.POST('/terminals/{terminal_id}/devices/', { params: { path }, body }));
      }
      return answer(
        api.PATCH('/terminals/{terminal_id}/devices/{id}/', {
          params: { path: { ...path, id: device.id } },
          body,
          ...condition,
        }),
      );
    },
    changes: [['till-devices', till.id]],
    done: ({ name }) => t(device === undefined ? 'hardware.added' : 'hardware.saved', { name }),
    onClose,
  });
}

type Form = ReturnType<typeof useDeviceForm>;

/** Sets up a device at a till, or changes it. */
export function DeviceForm(props: Props): ReactNode {
  const { device } = props;
  const t = useT();
  const form = useDeviceForm(props);
  const { kind, connection, name } = form.draft;
  const choose = (value: string | null): void => {
    const chosen = KINDS.find(each => each === value) ?? kind;
    form.set({ kind: chosen, connection: CONNECTIONS[chosen][0] });
  };
  return (
    <FormDialog
      title={device?.name ?? t('hardware.new')}
      submit={t(device === undefined ? 'hardware.new' : 'app.save')}
      isReady={name.trim() !== ''}
      {...form.dialog}
    >
      <Select
        label={t('hardware.kind')}
        data={KINDS.map(value => ({ value, label: t(`hardware.kind.${value}`) }))}
        allowDeselect={false}
        value={kind}
        onChange={choose}
        disabled={device !== undefined}
      />
      <TextInput
        label={t('list.name')}
        data-autofocus
        maxLength={MAX_NAME_LENGTH}
        {...form.text('name')}
      />
      <Select
        label={t('hardware.connection')}
        data={CONNECTIONS[kind].map(value => ({
          value,
          label: t(`hardware.connection.${value}`),
        }))}
        allowDeselect={false}
        value={connection}
        onChange={value => form.set({ connection: (value as Connection | null) ?? connection })}
        error={form.errorOf('connection')}
      />
      {kind === 'printer' && <PaperField form={form} />}
      {connection === 'network' && <NetworkFields form={form} />}
    </FormDialog>
  );
}

function PaperField({ form }: { form: Form }): ReactNode {
  const t = useT();
  return (
    <Select
      label={t('hardware.paper')}
      data={PAPER_WIDTHS.map(value => ({
        value,
        label: t('hardware.paper.width', { width: value }),
      }))}
      allowDeselect={false}
      value={form.draft.paper_width}
      onChange={value => form.set({ paper_width: value === '58' ? '58' : '80' })}
    />
  );
}

function NetworkFields({ form }: { form: Form }): ReactNode {
  const t = useT();
  const api = useApi();
  const { purpose, category_ids } = form.draft;
  const categories = useQuery({
    queryKey: ['categories', 'choice'],
    queryFn: () => answer(api.GET('/categories/', { params: { query: { limit: 200 } } })),
    enabled: purpose === 'ticket',
  });
  return (
    <>
      <Group grow align="flex-start">
        <TextInput
          label={t('hardware.address')}
          description={t('hardware.address.hint')}
          placeholder="192.168.1.50"
          {...form.text('address')}
        />
        <NumberInput
          label={t('hardware.port')}
          description={String(DEFAULT_PORT)}
          allowDecimal={false}
          allowNegative={false}
          hideControls
          max={MAX_PORT}
          thousandSeparator=""
          {...form.field('port')}
        />
      </Group>
      <Select
        label={t('hardware.purpose')}
        data={PURPOSES.map(value => ({ value, label: t(`hardware.purpose.${value}`) }))}
        allowDeselect={false}
        value={purpose}
        onChange={value => form.set({ purpose: value === 'ticket' ? 'ticket' : 'receipt' })}
        error={form.errorOf('purpose')}
      />
      {purpose === 'ticket' && (
        <MultiSelect
          label={t('hardware.categories')}
          data={(categories.data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
          searchable
          value={category_ids}
          onChange={value => form.set({ category_ids: value })}
          error={form.errorOf('category_ids')}
        />
      )}
    </>
  );
}
