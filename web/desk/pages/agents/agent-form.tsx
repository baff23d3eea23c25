import { TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, amountOrNull, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Agent } from '../../types.js';

type Props = { agent?: Agent; onClose: () => void };

/** Lets a program order at a store, or changes it. A new one shows its key once. */
export function AgentForm({ agent, onClose }: Props): ReactNode {
  const t = useT();
  const [key, setKey] = useState<string>();
  if (key === undefined) return <Fields agent={agent} onClose={onClose} onKey={setKey} />;
  return (
    <SecretDialog
      title={t('agents.key')}
      text={t('agents.key.text')}
      secret={key}
      onClose={onClose}
    />
  );
}

function Fields(props: Props & { onKey: (key: string) => void }): ReactNode {
  const { agent, onClose, onKey } = props;
  const t = useT();
  const { storeOf } = useDesk();
  const form = useAgentForm(agent, onClose, onKey);
  const { draft } = form;
  return (
    <FormDialog
      title={agent?.name ?? t('agents.new')}
      submit={t(agent === undefined ? 'agents.create' : 'app.save')}
      isReady={draft.name.trim() !== '' && draft.store_id !== ''}
      {...form.dialog}
      onClose={onClose}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      {agent === undefined && (
        <StoreSelect
          by="id"
          value={draft.store_id === '' ? null : draft.store_id}
          onPick={id => form.set({ store_id: id ?? '' })}
          error={form.errorOf('store_id')}
        />
      )}
      <AmountField
        label={t('agents.limit')}
        description={t('agents.limit.hint')}
        unit={storeOf(draft.store_id)?.currency}
        {...form.field('order_limit')}
      />
      <TextInput
        type="url"
        label={t('agents.profile')}
        description={t('agents.profile.hint')}
        placeholder="https://"
        maxLength={500}
        {...form.text('profile_url')}
      />
    </FormDialog>
  );
}

function useAgentForm(agent: Agent | undefined, onClose: () => void, onKey: (key: string) => void) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  return useForm({
    start: () => ({
      name: agent?.name ?? '',
      store_id: agent?.store_id ?? store?.id ?? '',
      order_limit: typedOf(agent?.order_limit ?? null),
      profile_url: agent?.profile_url ?? '',
    }),
    record: agent && { type: 'agents', id: agent.id, path: `/agents/${agent.id}/`, shown: agent },
    save: async ({ store_id, ...draft }, condition) => {
      const body = {
        name: draft.name.trim(),
        order_limit: amountOrNull(draft.order_limit),
        profile_url: draft.profile_url.trim() || null,
      };
      if (agent !== undefined) {
        const params = { path: { id: agent.id } };
        return answer(api.PATCH('/agents/{id}/', { params, body, ...condition }));
      }
      const made = await answer(api.POST('/agents/', { body: { ...body, store_id } }));
      onKey(made.key);
      return made;
    },
    changes: [['agents']],
    done: ({ name }) => t('agents.saved', { name }),
    // A new program stays open until its key was read.
    onClose: agent === undefined ? () => undefined : onClose,
  });
}
