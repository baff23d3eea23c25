import { Alert, NativeSelect, Text, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { regionKindOf } from '../../../src/platform/addresses/place-fields.js';
import { regionsOf } from '../../../src/platform/addresses/regions-of.js';
import { COUNTRY_CODES } from '../../../src/platform/countries.js';
import { useI18n } from '../../shared/i18n/index.js';
import { Panel } from '../parts/panel.js';
import { useShopError } from '../parts/shop-error.js';
import { useShop } from '../session/store.js';
import { useT } from '../texts/index.js';
import type { DraftErrors } from './check-draft.js';
import type { Draft } from './checkout-storage.js';
import { movedTo } from './place-fields.js';
import { formOf, useSavedAddresses } from './saved-addresses.js';

export type TaxPlace = { country: string; region: string };

/** Where the buyer of digital goods lives, if that decides the tax. */
export function useTaxPlace(draft: Draft): TaxPlace | undefined {
  const { store } = useShop();
  const saved = useSavedAddresses().data?.find(({ id }) => id === draft.savedAddressId);
  if (draft.method !== 'digital' || store.tax_sourcing !== 'destination') return undefined;
  // Without another choice, a known customer lives at the default address.
  const { country, region } =
    draft.billingSame && saved !== undefined ? formOf(saved) : draft.billing;
  return { country, region };
}

/** Country and, where the tax depends on it, region of the buyer. */
export function TaxPlacePanel(props: {
  place: TaxPlace;
  draft: Draft;
  errors: DraftErrors;
  failure: unknown;
  onChange: (change: Partial<Draft>) => void;
}): ReactNode {
  const { place, draft, errors, failure, onChange } = props;
  const t = useT();
  const { locale } = useI18n();
  const { store } = useShop();
  const errorText = useShopError();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  const regions = regionsOf(place.country);
  const move = (changed: Draft['billing']): void =>
    onChange({ billingSame: false, billing: changed });
  const here = { ...draft.billing, ...place };
  const region = {
    name: 'billing.region',
    label: t(`address.${regionKindOf(place.country)}`),
    withAsterisk: true,
    autoComplete: 'billing address-level1',
    value: place.region,
    error: errors['billing.region'],
  };
  return (
    <Panel title={t('checkout.taxPlace')}>
      <Text size="sm" c="dimmed">
        {t('checkout.taxPlace.text')}
      </Text>
      <NativeSelect
        name="billing.country"
        label={t('address.country')}
        withAsterisk
        autoComplete="billing country"
        data={COUNTRY_CODES.map(code => ({ value: code, label: names.of(code) ?? code })).sort(
          (a, b) => a.label.localeCompare(b.label, locale),
        )}
        value={place.country}
        error={errors['billing.country']}
        onChange={event => move(movedTo(here, event.currentTarget.value))}
      />
      {store.needs_region.includes(place.country) &&
        (regions.length === 0 ? (
          <TextInput
            {...region}
            maxLength={100}
            onChange={event => move({ ...here, region: event.currentTarget.value })}
          />
        ) : (
          <NativeSelect
            {...region}
            data={[
              { value: '', label: t('address.choose') },
              ...regions.map(({ code, name }) => ({ value: code, label: name })),
            ]}
            onChange={event => move({ ...here, region: event.currentTarget.value })}
          />
        ))}
      {failure !== null && (
        <Alert color="red" variant="light" role="alert">
          {errorText(failure)}
        </Alert>
      )}
    </Panel>
  );
}
