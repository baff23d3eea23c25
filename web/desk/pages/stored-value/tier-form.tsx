import { Group, Select, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, amountOrNull, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Tier } from '../../types.js';

/** Creates or changes a tier. Points that customers have earned stay as they are. */
export function TierForm(props: { tier?: Tier; onClose: () => void }): ReactNode {
  const { tier, onClose } = props;
  const t = useT();
  const api = useApi();
  const { store, stores } = useDesk();
  const form = useForm({
    start: () => ({
      name: tier?.name ?? '',
      currency: tier?.currency ?? store?.currency ?? stores[0]?.currency ?? 'USD',
      minimum_spend: typedOf(tier?.minimum_spend ?? null),
      earning_factor: typedOf(tier?.earning_factor ?? null),
    }),
    record: tier && {
      type: 'tiers',
      id: tier.id,
      path: `/loyalty/tiers/${tier.id}/`,
      shown: tier,
    },
    save: (draft, condition) => {
      const body = {
        name: draft.name.trim(),
        currency: draft.currency,
        minimum_spend: amountOrNull(draft.minimum_spend) ?? '0.00',
        earning_factor: amountOrNull(draft.earning_factor) ?? '1.00',
      };
      if (tier === undefined) return answer(api.POST('/loyalty/tiers/', { body }));
      const params = { path: { id: tier.id } };
      return answer(api.PATCH('/loyalty/tiers/{id}/', { params, body, ...condition }));
    },
    changes: [['tiers']],
    done: ({ name }) => t('tiers.saved', { name }),
    onClose,
  });
  const { draft } = form;
  const currencies = new Set([draft.currency, ...stores.map(({ currency }) => currency)]);
  return (
    <FormDialog
      title={tier?.name ?? t('tiers.new')}
      submit={t('app.save')}
      isReady={
        draft.name.trim() !== '' && draft.minimum_spend !== '' && draft.earning_factor !== ''
      }
      {...form.dialog}
    >
      <Group grow align="flex-start">
        <TextInput label={t('list.name')} data-autofocus maxLength={100} {...form.text('name')} />
        <Select
          label={t('tiers.currency')}
          data={[...currencies].sort()}
          allowDeselect={false}
          value={draft.currency}
          onChange={currency => currency !== null && form.set({ currency })}
          error={form.errorOf('currency')}
        />
      </Group>
      <AmountField
        label={t('tiers.spend')}
        description={t('tiers.spend.hint')}
        unit={draft.currency}
        {...form.field('minimum_spend')}
      />
      <AmountField
        label={t('tiers.factor')}
        description={t('tiers.factor.hint')}
        {...form.field('earning_factor')}
      />
    </FormDialog>
  );
}
