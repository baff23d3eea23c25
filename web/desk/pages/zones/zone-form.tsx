import { Group, NumberInput, Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Zone } from '../../types.js';

type Kind = Zone['kind'];
const KINDS: Kind[] = ['sales_floor', 'stockroom', 'counter', 'display', 'cold_storage', 'other'];

type Props = {
  zone?: Zone;
  /** Position of a new zone. */
  position?: number;
  onClose: () => void;
  onSaved: (zone: Zone) => void;
};

export function ZoneForm(props: Props): ReactNode {
  const t = useT();
  const form = useZoneForm(props);
  const { draft } = form;
  return (
    <FormDialog
      title={props.zone?.name ?? t('zones.new')}
      submit={t('app.save')}
      isReady={
        draft.name.trim() !== '' &&
        draft.code.trim() !== '' &&
        draft.sort_order !== '' &&
        draft.store !== undefined
      }
      {...form.dialog}
    >
      {props.zone === undefined && (
        <StoreField value={draft.store} onChange={store => form.set({ store })} />
      )}
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      <Group grow align="flex-start">
        <TextInput
          label={t('zones.code')}
          description={t('zones.code.hint')}
          maxLength={50}
          {...form.text('code')}
        />
        <NumberInput
          label={t('zones.position')}
          description={t('zones.position.hint')}
          allowDecimal={false}
          min={-1_000_000}
          max={1_000_000}
          hideControls
          {...form.field('sort_order')}
        />
      </Group>
      <Select
        label={t('zones.kind')}
        allowDeselect={false}
        data={KINDS.map(value => ({ value, label: t(`zones.kind.${value}`) }))}
        value={draft.kind}
        onChange={kind => kind !== null && form.set({ kind: kind as Kind })}
        error={form.errorOf('kind')}
      />
      <Switch
        label={t('zones.active')}
        description={t('zones.active.hint')}
        checked={draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function useZoneForm({ zone, position = 0, onClose, onSaved }: Props) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  return useForm({
    start: () => ({
      store: zone === undefined ? store?.code : zone.store,
      name: zone?.name ?? '',
      code: zone?.code ?? '',
      kind: zone?.kind ?? ('sales_floor' as Kind),
      sort_order: (zone?.sort_order ?? position) as number | string,
      is_active: zone?.is_active ?? true,
    }),
    record: zone && { type: 'zones', id: zone.id, path: `/zones/${zone.id}/`, shown: zone },
    save: async ({ store: place, ...draft }, condition) => {
      const body = {
        ...draft,
        name: draft.name.trim(),
        code: draft.code.trim(),
        sort_order: Number(draft.sort_order),
      };
      const saved = await (zone === undefined
        ? answer(api.POST('/zones/', { body: { ...body, store: place ?? '' } }))
        : answer(
            api.PATCH('/zones/{id}/', { params: { path: { id: zone.id } }, body, ...condition }),
          ));
      onSaved(saved);
      return saved;
    },
    changes: [['zones'], ['par-levels'], ['proposals']],
    done: ({ name }) => t('zones.saved', { name }),
    onClose,
  });
}
