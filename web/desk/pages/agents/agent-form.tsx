import { PasswordInput, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, amountOrNull, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { StoreSelect } from '../../parts/store-select.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { type Key, useT } from '../../texts/index.js';
import type { Agent } from '../../types.js';

type Props = { agent?: Agent; onClose: () => void };
type Secret = { name: 'agents.key' | 'agents.secret'; text: Key; value: string };

/** Lets a program order at a store, or changes it. What is secret is shown once, one by one. */
export function AgentForm({ agent, onClose }: Props): ReactNode {
  const t = useT();
  const [secrets, setSecrets] = useState<readonly Secret[]>();
  const [secret, ...rest] = secrets ?? [];
  if (secret === undefined) return <Fields agent={agent} onClose={onClose} onSaved={setSecrets} />;
  return (
    <SecretDialog
      key={secret.name}
      title={t(secret.name)}
      text={t(secret.text)}
      secret={secret.value}
      onClose={() => (rest.length === 0 ? onClose() : setSecrets(rest))}
    />
  );
}

function Fields(props: Props & { onSaved: (secrets: readonly Secret[]) => void }): ReactNode {
  const { agent, onClose, onSaved } = props;
  const t = useT();
  const { storeOf } = useDesk();
  const form = useAgentForm(agent, onClose, onSaved);
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
      <AddressField form={form} name="profile_url" label="agents.profile" />
      <AddressField form={form} name="webhook_url" label="agents.webhook" />
      {draft.webhook_url.trim() !== '' && (
        <SecretField
          form={form}
          name="webhook_secret"
          label="agents.secret"
          hint={agent?.has_webhook_secret ? 'agents.secret.keep' : 'agents.secret.hint'}
        />
      )}
      <AddressField form={form} name="feed_url" label="agents.feed" />
      {draft.feed_url.trim() !== '' && (
        <>
          <SecretField
            form={form}
            name="feed_token"
            label="agents.feedToken"
            hint={
              keepsToken(agent, draft.feed_url) ? 'agents.secret.keep' : 'agents.feedToken.hint'
            }
          />
          <TextInput
            label={t('agents.feedId')}
            description={t('agents.feedId.hint')}
            maxLength={200}
            {...form.text('feed_id')}
          />
        </>
      )}
    </FormDialog>
  );
}

/** The token is stored for one server; another one needs its own. */
function keepsToken(agent: Agent | undefined, address: string): boolean {
  if (!agent?.has_feed_token || !agent.feed_url || !URL.canParse(address.trim())) return false;
  return new URL(address.trim()).origin === new URL(agent.feed_url).origin;
}

type Form = ReturnType<typeof useAgentForm>;

function AddressField(props: {
  form: Form;
  name: 'profile_url' | 'webhook_url' | 'feed_url';
  label: 'agents.profile' | 'agents.webhook' | 'agents.feed';
}): ReactNode {
  const { form, name, label } = props;
  const t = useT();
  return (
    <TextInput
      type="url"
      label={t(label)}
      description={t(`${label}.hint`)}
      placeholder="https://"
      maxLength={500}
      {...form.text(name)}
    />
  );
}

/** Empty keeps what is stored. */
function SecretField(props: {
  form: Form;
  name: 'webhook_secret' | 'feed_token';
  label: Key;
  hint: Key;
}): ReactNode {
  const { form, name, label, hint } = props;
  const t = useT();
  return (
    <PasswordInput
      label={t(label)}
      description={t(hint)}
      autoComplete="new-password"
      maxLength={1_000}
      {...form.text(name)}
    />
  );
}

function useAgentForm(
  agent: Agent | undefined,
  onClose: () => void,
  onSaved: (secrets: readonly Secret[]) => void,
) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const secretOf = (made: string | undefined): Secret[] =>
    made === undefined ? [] : [{ name: 'agents.secret', text: 'agents.secret.text', value: made }];
  return useForm({
    start: () => ({
      name: agent?.name ?? '',
      store_id: agent?.store_id ?? store?.id ?? '',
      order_limit: typedOf(agent?.order_limit ?? null),
      profile_url: agent?.profile_url ?? '',
      webhook_url: agent?.webhook_url ?? '',
      webhook_secret: '',
      feed_url: agent?.feed_url ?? '',
      feed_id: agent?.feed_id ?? '',
      feed_token: '',
    }),
    record: agent && { type: 'agents', id: agent.id, path: `/agents/${agent.id}/`, shown: agent },
    save: async ({ store_id, ...draft }, condition) => {
      const feedUrl = draft.feed_url.trim() || null;
      const body = {
        name: draft.name.trim(),
        order_limit: amountOrNull(draft.order_limit),
        profile_url: draft.profile_url.trim() || null,
        webhook_url: draft.webhook_url.trim() || null,
        feed_url: feedUrl,
        feed_id: feedUrl === null ? null : draft.feed_id.trim() || null,
        ...(draft.webhook_secret !== '' && { webhook_secret: draft.webhook_secret }),
        ...(draft.feed_token !== '' && { feed_token: draft.feed_token }),
      };
      if (agent !== undefined) {
        const params = { path: { id: agent.id } };
        const saved = await answer(api.PATCH('/agents/{id}/', { params, body, ...condition }));
        const secrets = secretOf(saved.webhook_secret);
        if (secrets.length === 0) onClose();
        else onSaved(secrets);
        return saved;
      }
      const made = await answer(api.POST('/agents/', { body: { ...body, store_id } }));
      const key: Secret = { name: 'agents.key', text: 'agents.key.text', value: made.key };
      onSaved([key, ...secretOf(made.webhook_secret)]);
      return made;
    },
    changes: [['agents']],
    done: ({ name }) => t('agents.saved', { name }),
    // Closed above, because what was made has to be read first.
    onClose: () => undefined,
  });
}
