import { Button, Group, MultiSelect, Switch, TagsInput, TextInput } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useCountries } from '../../parts/store-form/use-countries.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { ShippingZone, Store } from '../../types.js';
import { bodyOf, draftOf, emptyRate, type ZoneDraft } from './draft.js';
import { RateFields } from './rate-fields.js';

type Props = { store: Store; zone: ShippingZone | undefined; onClose: () => void };

/** Adds or changes a shipping zone of a store. */
export function ZoneForm(props: Props): ReactNode {
  const { store, zone } = props;
  const t = useT();
  const countries = useCountries();
  const form = useZoneForm(props);
  const { draft } = form;
  return (
    <FormDialog
      title={zone?.name ?? t('shipping.new.title', { store: store.name })}
      submit={zone === undefined ? t('shipping.add') : t('app.save')}
      isReady={draft.name.trim() !== ''}
      size="lg"
      {...form.dialog}
    >
      <TextInput
        label={t('list.name')}
        description={t('shipping.name.hint')}
        data-autofocus
        maxLength={100}
        {...form.text('name')}
      />
      <Switch
        label={t('shipping.rest')}
        description={t('shipping.rest.hint')}
        checked={draft.is_rest_of_world}
        onChange={event => form.set({ is_rest_of_world: event.currentTarget.checked })}
        error={form.errorOf('is_rest_of_world')}
      />
      {!draft.is_rest_of_world && (
        <MultiSelect
          label={t('shipping.countries')}
          data={countries}
          searchable
          clearable
          hidePickedOptions
          nothingFoundMessage={t('list.none')}
          {...form.field('countries')}
        />
      )}
      {!draft.is_rest_of_world && draft.countries.length === 1 && (
        <TagsInput
          label={t('shipping.regions')}
          description={t('shipping.regions.hint')}
          maxTags={100}
          {...form.field('regions')}
        />
      )}
      <Rates draft={draft} store={store} set={form.set} errorOf={form.errorOf} />
    </FormDialog>
  );
}

function Rates(props: {
  draft: ZoneDraft;
  store: Store;
  set: (change: Partial<ZoneDraft>) => void;
  errorOf: (name: string) => string | undefined;
}): ReactNode {
  const { draft, store, set, errorOf } = props;
  const t = useT();
  const { rates } = draft;
  return (
    <>
      {rates.map((rate, index) => (
        <RateFields
          key={rate.key}
          rate={rate}
          path={`rates.${index}`}
          currency={store.currency}
          errorOf={errorOf}
          onChange={changed =>
            set({ rates: rates.map(one => (one.key === rate.key ? changed : one)) })
          }
          onRemove={
            rates.length === 1
              ? undefined
              : () => set({ rates: rates.filter(({ key }) => key !== rate.key) })
          }
        />
      ))}
      <Group>
        <Button
          variant="default"
          leftSection={<IconPlus size={16} />}
          onClick={() => set({ rates: [...rates, emptyRate()] })}
        >
          {t('shipping.rate.add')}
        </Button>
      </Group>
    </>
  );
}

function useZoneForm({ store, zone, onClose }: Props) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => draftOf(zone),
    record: zone && {
      type: 'shipping-zones',
      id: zone.id,
      path: `/shipping-zones/${zone.id}/`,
      shown: zone,
    },
    check: draft => {
      const problems: Problems = {};
      if (!draft.is_rest_of_world && draft.countries.length === 0) {
        problems.countries = t('shipping.countries.need');
      }
      draft.rates.forEach((rate, index) => {
        if (rate.title.trim() === '') problems[`rates.${index}.title`] = t('shipping.title.need');
        rate.bands.forEach(({ price }, band) => {
          if (price === '')
            problems[`rates.${index}.bands.${band}.price`] = t('shipping.price.need');
        });
      });
      return problems;
    },
    save: (draft, condition) => {
      const body = bodyOf(draft);
      if (zone === undefined) {
        return answer(api.POST('/shipping-zones/', { body: { ...body, store: store.id } }));
      }
      const params = { path: { id: zone.id } };
      return answer(api.PATCH('/shipping-zones/{id}/', { params, body, ...condition }));
    },
    changes: [['shipping-zones']],
    done: ({ name }) => t('shipping.saved', { name }),
    onClose,
  });
}
