import { Checkbox, Select } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import {
  AmountField,
  amountOrNull,
  NameFields,
  SpanFields,
  StoresField,
  typedOf,
  useCurrency,
  useSpan,
} from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Campaign } from '../../types.js';
import { useDefaultStores } from './default-stores.js';

/** Creates or edits a campaign. Of an ended one, only name and description can change. */
export function CampaignForm(props: { campaign?: Campaign; onClose: () => void }): ReactNode {
  const { campaign, onClose } = props;
  const t = useT();
  const api = useApi();
  const span = useSpan(campaign);
  const currencyOf = useCurrency();
  const { stores } = useDesk();
  const defaultStores = useDefaultStores();
  const isEnded = campaign?.status === 'expired';
  const isNotStarted = campaign === undefined || /^(draft|scheduled)$/.test(campaign.status);
  const form = useForm({
    start: () => ({
      name: campaign?.name ?? '',
      description: campaign?.description ?? '',
      store_ids: campaign === undefined ? defaultStores : (campaign.store_ids ?? []),
      ...span.start,
      budget: typedOf(campaign?.budget ?? null),
      currency: campaign?.currency ?? '',
      isScheduled: campaign?.status === 'scheduled',
    }),
    check: span.check,
    record: campaign && {
      type: 'campaigns',
      id: campaign.id,
      path: `/campaigns/${campaign.id}/`,
      shown: campaign,
    },
    save: ({ name, description, ...draft }, condition) => {
      const isScheduled = draft.isScheduled && draft.starts_at !== '';
      const status = isScheduled ? ('scheduled' as const) : ('draft' as const);
      const terms = {
        store_ids: draft.store_ids.length === 0 ? null : draft.store_ids,
        ...span.body(draft),
        budget: amountOrNull(draft.budget),
        ...(draft.currency !== '' && { currency: draft.currency }),
        ...(isNotStarted && { status }),
      };
      const body = { name, description, ...(!isEnded && terms) };
      return answer(
        campaign === undefined
          ? api.POST('/campaigns/', { body })
          : api.PATCH('/campaigns/{id}/', {
              params: { path: { id: campaign.id } },
              body,
              ...condition,
            }),
      );
    },
    changes: [['campaigns']],
    done: ({ name }) => t('promotions.saved', { name }),
    onClose,
  });
  const { draft } = form;
  const shared = currencyOf(draft.store_ids);
  const currency = draft.currency || shared || 'USD';
  return (
    <FormDialog
      title={campaign?.name ?? t('campaigns.new')}
      size="lg"
      submit={t('app.save')}
      isReady={draft.name.trim() !== ''}
      {...form.dialog}
    >
      <NameFields name={form.text('name')} description={form.text('description')} />
      <StoresField {...form.field('store_ids')} disabled={isEnded} />
      <SpanFields from={form.text('starts_at')} to={form.text('ends_at')} isFixed={isEnded} />
      {isNotStarted && draft.starts_at !== '' && (
        <Checkbox
          label={t('campaigns.schedule')}
          checked={draft.isScheduled}
          onChange={event => form.set({ isScheduled: event.currentTarget.checked })}
        />
      )}
      <AmountField
        label={t('campaigns.budgetOf')}
        description={t('campaigns.budget.hint')}
        unit={currency}
        disabled={isEnded}
        {...form.field('budget')}
      />
      {shared !== currency && (
        <Select
          label={t('campaigns.currency')}
          description={t('campaigns.currency.hint')}
          data={[...new Set([currency, ...stores.map(store => store.currency)])].sort()}
          value={currency}
          onChange={value => value !== null && form.set({ currency: value })}
          allowDeselect={false}
          disabled={isEnded}
        />
      )}
    </FormDialog>
  );
}
