import { Switch, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import {
  AmountField,
  amountOrNull,
  numberOrNull,
  type Typed,
  typedOf,
} from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { type AgentRight, AgentRights } from './agent-rights.js';

/** As the service keeps it: a field that is missing asks for no approval. */
type Policy = {
  price_override?: boolean;
  tax_variance?: boolean;
  discount_above?: string;
  discount_percent_above?: number;
  below_cost?: boolean;
  value_above?: string;
  supervisor_limit?: string;
  void?: boolean;
  agent_writes?: AgentRight[];
  agent_limit?: string;
};

export const policyOf = (store: Store): Policy => store.approval_policy as Policy;

const FLAGS = ['below_cost', 'price_override', 'tax_variance', 'void'] as const;

const typed = (value: string | number | undefined): Typed => typedOf(value ?? null);

const draftOf = (policy: Policy) => ({
  discount_percent_above: typed(policy.discount_percent_above),
  discount_above: typed(policy.discount_above),
  value_above: typed(policy.value_above),
  supervisor_limit: typed(policy.supervisor_limit),
  below_cost: policy.below_cost === true,
  price_override: policy.price_override === true,
  tax_variance: policy.tax_variance === true,
  void: policy.void !== false,
  agent_writes: policy.agent_writes ?? [],
  agent_limit: typed(policy.agent_limit),
});

const bodyOf = (draft: ReturnType<typeof draftOf>) => ({
  below_cost: draft.below_cost,
  price_override: draft.price_override,
  tax_variance: draft.tax_variance,
  void: draft.void,
  discount_percent_above: numberOrNull(draft.discount_percent_above) ?? undefined,
  discount_above: amountOrNull(draft.discount_above) ?? undefined,
  value_above: amountOrNull(draft.value_above) ?? undefined,
  supervisor_limit: amountOrNull(draft.supervisor_limit) ?? undefined,
  agent_writes: draft.agent_writes,
  agent_limit: amountOrNull(draft.agent_limit) ?? undefined,
});

/** What cashiers may not do without a second person. */
export function PolicyForm({ store, onClose }: { store: Store; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => draftOf(policyOf(store)),
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    save: (draft, condition) =>
      answer(
        api.PATCH('/stores/{store}/', {
          params: { path: { store: store.code } },
          body: { approval_policy: bodyOf(draft) },
          ...condition,
        }),
      ),
    changes: [['desk']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
  return (
    <FormDialog title={t('policy.title')} submit={t('app.save')} {...form.dialog}>
      <Text size="sm">{t('policy.text', { store: store.name })}</Text>
      <AmountField
        label={t('policy.percent')}
        description={t('policy.percent.hint')}
        unit="%"
        {...form.field('discount_percent_above')}
      />
      <AmountField
        label={t('policy.amount')}
        description={t('policy.amount.hint')}
        unit={store.currency}
        {...form.field('discount_above')}
      />
      {FLAGS.map(name => (
        <Switch
          key={name}
          label={t(`policy.${name}`)}
          description={t(`policy.${name}.hint`)}
          checked={form.draft[name]}
          onChange={event => form.set({ [name]: event.currentTarget.checked })}
        />
      ))}
      <AmountField
        label={t('policy.value')}
        description={t('policy.value.hint')}
        unit={store.currency}
        {...form.field('value_above')}
      />
      <AmountField
        label={t('policy.limit')}
        description={t('policy.limit.hint')}
        unit={store.currency}
        {...form.field('supervisor_limit')}
      />
      <AgentRights
        value={form.draft.agent_writes}
        onChange={agent_writes => form.set({ agent_writes })}
      />
      <AmountField
        label={t('policy.agents.limit')}
        description={t('policy.agents.limit.hint')}
        unit={store.currency}
        {...form.field('agent_limit')}
      />
    </FormDialog>
  );
}
