import { Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Till } from '../../types.js';

const MAX_LENGTH = 100;

/** Reserves a till ID for a store before its first sign-in. */
export function NewTill({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [place, setPlace] = useState(store?.code);
  const form = useForm({
    start: () => ({ id: '', name: '' }),
    save: draft => {
      const id = draft.id.trim();
      const name = draft.name.trim() || id;
      const params = { path: { store: place ?? '' } };
      return answer(api.POST('/stores/{store}/terminals/', { params, body: { id, name } }));
    },
    changes: [['tills']],
    done: ({ id }) => t('tills.added', { id }),
    onClose,
  });
  return (
    <FormDialog
      title={t('tills.new')}
      submit={t('tills.add')}
      isReady={form.draft.id.trim() !== '' && place !== undefined}
      {...form.dialog}
    >
      <StoreField value={place} onChange={setPlace} />
      <TextInput
        label={t('tills.id')}
        description={t('tills.id.hint')}
        data-autofocus
        maxLength={MAX_LENGTH}
        autoComplete="off"
        {...form.text('id')}
      />
      <TextInput
        label={t('tills.nameOptional')}
        description={t('tills.name.hint')}
        maxLength={MAX_LENGTH}
        {...form.text('name')}
      />
    </FormDialog>
  );
}

export function TillForm({ till, onClose }: { till: Till; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({ name: till.name, is_active: till.is_active }),
    record: {
      type: 'terminals',
      id: till.id,
      path: `/stores/${till.store_id}/terminals/${encodeURIComponent(till.id)}/`,
      shown: till,
    },
    save: ({ name, is_active }, condition) =>
      answer(
        api.PATCH('/stores/{store}/terminals/{terminal}/', {
          params: { path: { store: till.store_id, terminal: till.id } },
          body: { name: name.trim(), is_active },
          ...condition,
        }),
      ),
    changes: [['tills']],
    done: ({ name }) => t('tills.saved', { name }),
    onClose,
  });
  return (
    <FormDialog
      title={t('tills.edit.title', { id: till.id })}
      submit={t('app.save')}
      isReady={form.draft.name.trim() !== ''}
      {...form.dialog}
    >
      <TextInput
        label={t('list.name')}
        description={t('tills.name.hint')}
        data-autofocus
        maxLength={MAX_LENGTH}
        {...form.text('name')}
      />
      <Switch
        label={t('tills.active')}
        description={t('tills.active.hint')}
        checked={form.draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}
