import { Switch, TagsInput, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { StoresField } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Endpoint } from '../../types.js';

/** Suggestions; any event of the catalogue can be typed. */
const PATTERNS = [
  '*',
  'transaction.*',
  'transaction.completed',
  'return.*',
  'refund.*',
  'fulfillment.*',
  'inventory.*',
  'product.*',
  'user.*',
  'shift.*',
];

type Props = { endpoint?: Endpoint; onClose: () => void };

/** Registers an address of another system, or changes it. A new one shows its secret once. */
export function EndpointForm({ endpoint, onClose }: Props): ReactNode {
  const t = useT();
  const [secret, setSecret] = useState<string>();
  if (secret === undefined)
    return <Fields endpoint={endpoint} onClose={onClose} onSecret={setSecret} />;
  const title = t('hooks.secret');
  const text = t('hooks.secret.text');
  return <SecretDialog title={title} text={text} secret={secret} onClose={onClose} />;
}

function Fields(props: Props & { onSecret: (secret: string) => void }): ReactNode {
  const { endpoint, onClose, onSecret } = props;
  const t = useT();
  const { me } = useDesk();
  const form = useEndpointForm(endpoint, onClose, onSecret);
  const { draft } = form;
  const hasStores = me.all_stores || draft.store_ids.length > 0;
  return (
    <FormDialog
      title={t(endpoint === undefined ? 'hooks.new' : 'hooks.edit.title')}
      submit={t('app.save')}
      isReady={draft.url.trim() !== '' && draft.events.length > 0 && hasStores}
      {...form.dialog}
      onClose={onClose}
    >
      <TextInput
        type="url"
        label={t('hooks.address')}
        description={t('hooks.address.hint')}
        data-autofocus
        maxLength={2000}
        {...form.text('url')}
      />
      <TagsInput
        label={t('hooks.events')}
        description={t('hooks.events.hint')}
        data={PATTERNS}
        // Above the field, where it does not cover the buttons of the dialog.
        comboboxProps={{ position: 'top', middlewares: { flip: false } }}
        maxDropdownHeight={132}
        maxTags={50}
        {...form.field('events')}
      />
      <StoresField {...form.field('store_ids')} />
      <TextInput label={t('hooks.description')} maxLength={500} {...form.text('description')} />
      <Switch
        label={t('hooks.active')}
        checked={draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function useEndpointForm(
  endpoint: Endpoint | undefined,
  onClose: () => void,
  onSecret: (secret: string) => void,
) {
  const t = useT();
  const api = useApi();
  const isNew = endpoint === undefined;
  return useForm({
    start: () => ({
      url: endpoint?.url ?? '',
      events: endpoint?.events ?? [],
      store_ids: endpoint?.store_ids ?? [],
      description: endpoint?.description ?? '',
      is_active: endpoint?.is_active ?? true,
    }),
    record: endpoint && {
      type: 'webhook-endpoints',
      id: endpoint.id,
      path: `/webhook-endpoints/${endpoint.id}/`,
      shown: endpoint,
    },
    save: async (draft, condition) => {
      const body = {
        ...draft,
        url: draft.url.trim(),
        store_ids: draft.store_ids.length === 0 ? null : draft.store_ids,
      };
      if (endpoint !== undefined) {
        const params = { path: { id: endpoint.id } };
        return answer(api.PATCH('/webhook-endpoints/{id}/', { params, body, ...condition }));
      }
      const made = await answer(api.POST('/webhook-endpoints/', { body }));
      onSecret(made.secret);
      return made;
    },
    changes: [['hooks']],
    done: ({ url }) => t('hooks.saved', { url }),
    // A new endpoint stays open until its secret was read.
    onClose: isNew ? () => undefined : onClose,
  });
}
