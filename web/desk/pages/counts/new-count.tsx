import { Select, Switch, Textarea } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useSendOnce } from '../../state/send-once.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { type Count, startCount } from './calls.js';

const SCOPES = ['store', 'category', 'zone'] as const;
type Scope = (typeof SCOPES)[number];
type Props = { onClose: () => void; onStarted: (count: Count) => void };

export function NewCount(props: Props): ReactNode {
  const t = useT();
  const form = useCountForm(props);
  const { draft } = form;
  const places = usePlaces(draft.store);
  return (
    <FormDialog
      title={t('counts.new')}
      submit={t('counts.start')}
      isReady={
        draft.store !== undefined && (draft.scope === 'store' || draft[draft.scope] !== null)
      }
      {...form.dialog}
    >
      <StoreField value={draft.store} onChange={store => form.set({ store, zone: null })} />
      <Select
        label={t('counts.scope')}
        allowDeselect={false}
        value={draft.scope}
        onChange={scope => form.set({ scope: (scope ?? 'store') as Scope })}
        data={SCOPES.map(value => ({ value, label: t(`counts.scope.${value}`) }))}
      />
      {draft.scope === 'category' && (
        <Select
          label={t('counts.category')}
          searchable
          data={places.categories}
          {...form.field('category')}
        />
      )}
      {draft.scope === 'zone' && (
        <Select
          label={t('counts.zone')}
          description={t('counts.scope.zone.hint')}
          nothingFoundMessage={t('counts.zone.none')}
          searchable
          data={places.zones}
          {...form.field('zone')}
        />
      )}
      <Switch
        label={t('counts.blind')}
        checked={draft.is_blind}
        onChange={event => form.set({ is_blind: event.currentTarget.checked })}
      />
      <Textarea label={t('counts.notes')} autosize maxLength={1000} {...form.text('notes')} />
    </FormDialog>
  );
}

function useCountForm({ onClose, onStarted }: Props) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const sendOnce = useSendOnce();
  return useForm({
    start: () => ({
      store: store?.code,
      scope: 'store' as Scope,
      category: null as string | null,
      zone: null as string | null,
      is_blind: true,
      notes: '',
    }),
    save: async draft => {
      const { scope, is_blind, notes } = draft;
      const place = scope === 'store' ? {} : { [scope]: draft[scope] ?? undefined };
      const body = { store: draft.store ?? '', is_blind, notes, ...place };
      const count = await sendOnce(body, key => startCount(api, body, key));
      onStarted(count);
      return count;
    },
    changes: [['counts']],
    done: ({ number }) => t('counts.started', { number }),
    onClose,
  });
}

function usePlaces(store: string | undefined) {
  const api = useApi();
  const categories = useQuery({
    queryKey: ['categories', 'names'],
    queryFn: () =>
      all(cursor => api.GET('/categories/', { params: { query: { cursor, limit: 200 } } })),
  });
  const zones = useQuery({
    queryKey: ['zones', store],
    queryFn: () =>
      all(cursor => api.GET('/zones/', { params: { query: { store, cursor, limit: 200 } } })),
    enabled: store !== undefined,
  });
  const named = (items: { id: string; name: string }[] | undefined) =>
    (items ?? []).map(({ id, name }) => ({ value: id, label: name }));
  return { categories: named(categories.data), zones: named(zones.data) };
}
