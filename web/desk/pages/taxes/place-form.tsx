import { Select, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useCountries } from '../../parts/store-form/use-countries.js';
import { StoresSelect } from '../../parts/store-select.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { fractionOf, percentOf, RATE_DIGITS } from './rate.js';
import type { Tax } from './use-taxes.js';

const REGION = /^[A-Z0-9]{1,3}$/;
const ELSEWHERE = '*';
/** A jurisdiction of stores alone. */
const NOWHERE = '';

const isSameSet = (one: string[], other: string[]): boolean =>
  one.length === other.length && one.every(id => other.includes(id));

type Props = { tax: Tax | undefined; onClose: () => void };

/** Adds or changes the tax of the addresses in a place. */
export function PlaceForm(props: Props): ReactNode {
  const { tax } = props;
  const t = useT();
  const countries = useCountries();
  const form = usePlaceForm(props);
  const { draft } = form;
  const hasRegions = draft.country !== NOWHERE && draft.country !== ELSEWHERE;
  return (
    <FormDialog
      title={tax?.name ?? t('taxes.place.new.title')}
      submit={tax === undefined ? t('taxes.place.add') : t('app.save')}
      isReady={draft.name.trim() !== '' && draft.code.trim() !== '' && draft.rate !== ''}
      {...form.dialog}
    >
      <TextInput label={t('list.name')} data-autofocus maxLength={255} {...form.text('name')} />
      <TextInput
        label={t('taxes.place.code')}
        description={t('taxes.place.code.hint')}
        maxLength={50}
        autoComplete="off"
        {...form.text('code')}
      />
      <Select
        label={t('taxes.place.country')}
        description={t('taxes.place.hint')}
        data={[
          { value: NOWHERE, label: t('taxes.place.none') },
          { value: ELSEWHERE, label: t('taxes.place.other') },
          ...countries,
        ]}
        searchable
        allowDeselect={false}
        nothingFoundMessage={t('list.none')}
        value={draft.country}
        onChange={country => form.set({ country: country ?? NOWHERE })}
        error={form.errorOf('country')}
      />
      {hasRegions && (
        <TextInput
          label={t('taxes.place.region')}
          description={t('taxes.place.region.hint')}
          maxLength={3}
          {...form.text('region')}
        />
      )}
      <AmountField
        label={t('taxes.place.rate')}
        unit="%"
        decimalScale={RATE_DIGITS}
        max={100}
        {...form.field('rate')}
      />
      <StoresSelect
        label={t('taxes.place.stores')}
        description={t('taxes.place.stores.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        {...form.field('store_ids')}
      />
      <Switch
        label={t('taxes.place.active')}
        checked={draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
    </FormDialog>
  );
}

function usePlaceForm({ tax, onClose }: Props) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => ({
      name: tax?.name ?? '',
      code: tax?.code ?? '',
      country: tax === undefined ? ELSEWHERE : (tax.country ?? NOWHERE),
      region: tax?.region ?? '',
      rate: typedOf(tax === undefined ? null : percentOf(tax.rate)),
      is_active: tax?.is_active ?? true,
      store_ids: tax?.store_ids ?? [],
    }),
    check: ({ country, region, rate }) => {
      const problems: Problems = {};
      const code = region.trim().toUpperCase();
      const hasRegions = country !== NOWHERE && country !== ELSEWHERE;
      if (hasRegions && code !== '' && !REGION.test(code)) {
        problems.region = t('taxes.place.region.bad');
      }
      if (Number(rate) >= 100) problems.rate = t('taxes.rate.range');
      return problems;
    },
    ...(tax && {
      record: {
        type: 'tax-jurisdictions',
        id: tax.id,
        path: `/tax-jurisdictions/${tax.id}/`,
        shown: tax,
      },
    }),
    save: ({ name, code, country, region, rate, is_active, store_ids: stores }, condition) => {
      const hasRegions = country !== NOWHERE && country !== ELSEWHERE;
      const body = {
        name: name.trim(),
        code: code.trim(),
        country: country === NOWHERE ? null : country,
        region: (hasRegions && region.trim().toUpperCase()) || null,
        rate: fractionOf(rate),
        is_active,
        // A place that belongs to other stores than before writes them all.
        ...(!isSameSet(stores, tax?.store_ids ?? []) && { store_ids: stores }),
      };
      const path = '/tax-jurisdictions/{id}/';
      return tax === undefined
        ? answer(api.POST('/tax-jurisdictions/', { body }))
        : answer(api.PATCH(path, { params: { path: { id: tax.id } }, body, ...condition }));
    },
    changes: [['taxes'], ['desk']],
    done: ({ name }) => t('taxes.place.saved', { name }),
    onClose,
  });
}
