import { MultiSelect, Select, SimpleGrid, Switch, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { all, answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { LANGUAGES, type Language, useI18n } from '../../../shared/i18n/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useDesk } from '../../state/desk.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';

const CODE = /^[A-Z0-9][A-Z0-9_-]{0,31}$/;

/** As the first run sets it for the first store. */
const POLICY = { discount_percent_above: 20, below_cost: true };

function useNewStore(onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { stores } = useDesk();
  const { language } = useI18n();
  return useForm({
    start: () => ({
      code: '',
      name: '',
      city: '',
      country: '',
      currency: stores[0]?.currency ?? '',
      time_zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
      language: language as Language,
      prices_include_tax: false,
      tax_jurisdiction_ids: [] as string[],
    }),
    check: ({ code }): Problems => (CODE.test(code) ? {} : { code: t('newStore.code.shape') }),
    save: draft =>
      answer(
        api.POST('/stores/', {
          body: { ...draft, shipping_tax_class: 'standard', approval_policy: POLICY },
        }),
      ),
    changes: [['desk'], ['setup']],
    done: ({ name }) => t('setup.store.opened', { name }),
    onClose,
  });
}

/** Opens a further store. Its taxes are chosen from those of the page Taxes. */
export function NewStore({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const form = useNewStore(onClose);
  const { draft } = form;
  return (
    <FormDialog
      title={t('newStore.title')}
      size="lg"
      submit={t('setup.store.open')}
      isReady={draft.name.trim() !== '' && draft.code !== '' && draft.currency !== ''}
      {...form.dialog}
    >
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <TextInput
          label={t('setup.store.name')}
          data-autofocus
          maxLength={255}
          {...form.text('name')}
        />
        <TextInput
          label={t('newStore.code')}
          description={t('newStore.code.hint')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          maxLength={32}
          {...form.text('code')}
        />
        <TextInput label={t('settings.city')} maxLength={100} {...form.text('city')} />
        <TextInput label={t('settings.country')} maxLength={100} {...form.text('country')} />
        <Select
          label={t('settings.currency')}
          searchable
          allowDeselect={false}
          data={Intl.supportedValuesOf('currency')}
          value={draft.currency || null}
          onChange={value => value !== null && form.set({ currency: value })}
          error={form.errorOf('currency')}
        />
        <Select
          label={t('settings.time_zone')}
          searchable
          allowDeselect={false}
          data={[...new Set([draft.time_zone, ...Intl.supportedValuesOf('timeZone')])]}
          value={draft.time_zone}
          onChange={value => value !== null && form.set({ time_zone: value })}
          error={form.errorOf('time_zone')}
        />
        <Select
          label={t('settings.language')}
          allowDeselect={false}
          data={Object.entries(LANGUAGES).map(([value, label]) => ({ value, label }))}
          value={draft.language}
          onChange={value => value !== null && form.set({ language: value as Language })}
        />
        <Jurisdictions {...form.field('tax_jurisdiction_ids')} />
      </SimpleGrid>
      <Switch
        label={t('settings.include')}
        checked={draft.prices_include_tax}
        onChange={event => form.set({ prices_include_tax: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function Jurisdictions(props: {
  value: string[];
  onChange: (ids: string[]) => void;
  error?: string;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { data = [] } = useQuery({
    queryKey: ['jurisdictions', 'choices'],
    queryFn: () =>
      all(cursor => api.GET('/tax-jurisdictions/', { params: { query: { cursor, limit: 200 } } })),
  });
  return (
    <MultiSelect
      label={t('settings.taxes')}
      data={data.map(({ id, name, code }) => ({ value: id, label: `${name} (${code})` }))}
      {...props}
    />
  );
}
