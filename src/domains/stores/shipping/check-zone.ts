import { isCountryCode } from '../../../platform/countries.js';
import {
  conflict,
  type Failure,
  type FieldErrors,
  invalidFields,
} from '../../../platform/http/failure.js';
import { isRegionCode } from '../../../platform/regions.js';
import { type ShippingZone, sameRegion } from './rules.js';

type Checked = Omit<ShippingZone, 'id'>;

/** Undefined if the zone makes sense by itself. */
export function refuseZone(zone: Checked): Failure | undefined {
  const fields = { ...problemsOfPlaces(zone), ...problemsOfRates(zone.rates) };
  return Object.keys(fields).length > 0 ? invalidFields(fields) : undefined;
}

function problemsOfPlaces({ countries, regions, is_rest_of_world: isRest }: Checked): FieldErrors {
  const problems: FieldErrors = {};
  const unknown = countries.findIndex(code => !isCountryCode(code));
  if (unknown >= 0) problems[`countries.${unknown}`] = ['There is no such country.'];
  if (isRest && countries.length > 0) {
    problems.countries = ['The rest of the world lists no countries.'];
  }
  if (!isRest && countries.length === 0) problems.countries = ['Name at least one country.'];
  if (regions.length > 0 && countries.length !== 1) {
    problems.regions = ['Regions need exactly one country.'];
  }
  const unclear = regions.findIndex(region => !isRegionCode(region));
  if (unclear >= 0) {
    problems[`regions.${unclear}`] = ['Must be a code of 1 to 3 letters or digits, such as CA.'];
  }
  const again = regions.findIndex((one, index) =>
    regions.slice(0, index).some(other => sameRegion(one, other)),
  );
  if (again >= 0) problems[`regions.${again}`] = ['This region is listed twice.'];
  return problems;
}

function problemsOfRates(rates: Checked['rates']): FieldErrors {
  const problems: FieldErrors = {};
  rates.forEach(({ code, bands, days_min: least, days_max: most }, index) => {
    const at = `rates.${index}`;
    if (rates.slice(0, index).some(other => other.code === code)) {
      problems[`${at}.code`] = ['Another rate of this zone has this code.'];
    }
    if (least !== null && most !== null && most < least) {
      problems[`${at}.days_max`] = ['Must not be below days_min.'];
    }
    bands.forEach(({ up_to_grams: limit }, position) => {
      const before = position === 0 ? 0 : bands[position - 1]?.up_to_grams;
      const isHeavier = before !== null && (limit === null || limit > (before ?? 0));
      if (!isHeavier) {
        problems[`${at}.bands.${position}.up_to_grams`] = [
          'Each band must reach further than the one before.',
        ];
      }
    });
  });
  return problems;
}

/** An address belongs to one zone of a store. */
export function refuseOverlap(zone: Checked, others: readonly ShippingZone[]): Failure | undefined {
  for (const other of others) {
    if (zone.is_rest_of_world && other.is_rest_of_world) return overlap(other, 'rest of the world');
    const country = zone.countries.find(code => other.countries.includes(code));
    if (country === undefined) continue;
    if (zone.regions.length === 0 && other.regions.length === 0) return overlap(other, country);
    const region = zone.regions.find(one => other.regions.some(two => sameRegion(one, two)));
    if (region !== undefined) return overlap(other, `${country}, ${region}`);
  }
  return undefined;
}

const overlap = ({ id, name }: ShippingZone, place: string): Failure =>
  conflict(
    'SHIPPING_ZONES_OVERLAP',
    `Another shipping zone of this store has it already: ${place}.`,
    {
      zone_id: id,
      zone: name,
      place,
    },
  );
