import type { paths } from '@tillhouse/client';
import { amountOrNull, numberOrNull, type Typed, typedOf } from '../../parts/fields.js';
import type { BodyOf, ShippingZone } from '../../types.js';

export type BandDraft = { key: number; kilograms: Typed; price: Typed };

export type RateDraft = {
  key: number;
  /** Empty for a new rate; its title then makes the code. */
  code: string;
  title: string;
  bands: BandDraft[];
  free_from: Typed;
  days_min: Typed;
  days_max: Typed;
};

export type ZoneDraft = {
  name: string;
  is_rest_of_world: boolean;
  countries: string[];
  regions: string[];
  rates: RateDraft[];
};

type ZoneBody = BodyOf<paths['/shipping-zones/']['post']>;

const GRAMS_PER_KILOGRAM = 1000;

let lastKey = 0;
const newKey = (): number => {
  lastKey += 1;
  return lastKey;
};

export const emptyBand = (): BandDraft => ({ key: newKey(), kilograms: '', price: '' });

export const emptyRate = (): RateDraft => ({
  key: newKey(),
  code: '',
  title: '',
  bands: [emptyBand()],
  free_from: '',
  days_min: '',
  days_max: '',
});

export const draftOf = (zone: ShippingZone | undefined): ZoneDraft => ({
  name: zone?.name ?? '',
  is_rest_of_world: zone?.is_rest_of_world ?? false,
  countries: zone?.countries ?? [],
  regions: zone?.regions ?? [],
  rates: zone?.rates.map(rate => ({
    key: newKey(),
    code: rate.code,
    title: rate.title,
    bands: rate.bands.map(({ up_to_grams: grams, price }) => ({
      key: newKey(),
      kilograms: grams === null ? '' : grams / GRAMS_PER_KILOGRAM,
      price: typedOf(price),
    })),
    free_from: typedOf(rate.free_from),
    days_min: typedOf(rate.days_min),
    days_max: typedOf(rate.days_max),
  })) ?? [emptyRate()],
});

export const bodyOf = (draft: ZoneDraft): Omit<ZoneBody, 'store'> => {
  const taken = new Set(draft.rates.map(({ code }) => code));
  return {
    name: draft.name.trim(),
    is_rest_of_world: draft.is_rest_of_world,
    countries: draft.is_rest_of_world ? [] : draft.countries,
    regions: draft.countries.length === 1 && !draft.is_rest_of_world ? draft.regions : [],
    rates: draft.rates.map(rate => ({
      code: rate.code === '' ? newCode(rate.title, taken) : rate.code,
      title: rate.title.trim(),
      bands: rate.bands.map(({ kilograms, price }) => ({
        up_to_grams: kilograms === '' ? null : Math.round(Number(kilograms) * GRAMS_PER_KILOGRAM),
        price: amountOrNull(price) ?? '0.00',
      })),
      free_from: amountOrNull(rate.free_from),
      days_min: numberOrNull(rate.days_min),
      days_max: numberOrNull(rate.days_max),
    })),
  };
};

/** `Parcel (insured)` becomes `parcel-insured`, and the second one `parcel-insured-2`. */
function newCode(title: string, taken: Set<string>): string {
  const plain = title
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
    .slice(0, 40);
  const start = plain === '' ? 'rate' : plain;
  let code = start;
  for (let count = 2; taken.has(code); count += 1) code = `${start}-${count}`;
  taken.add(code);
  return code;
}
