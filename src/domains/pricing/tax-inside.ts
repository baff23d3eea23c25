import { allocate, type Minor, portion, sumOf } from '../../platform/money.js';
import type { JurisdictionTax, Tax } from './tax.js';
import { ratesFor, reportedRates, sumOfRates, type Taxed, type TaxRate } from './tax-rates.js';

const MICROS = 1_000_000;

export type GrossBase = Taxed & { grossMinor: Minor };

/** Lines with the same rates. Their tax is rounded once. */
type Group = { rates: TaxRate[]; members: number[]; grossMinor: Minor; taxMinor: Minor };

/** The price without the tax inside it: 11.90 at 19 % is 10.00. */
export const netOf = (grossMinor: Minor, rates: readonly TaxRate[]): Minor =>
  portion(grossMinor, MICROS, MICROS + sumOfRates(rates));

/**
 * The tax inside prices. Lines with the same rates are rounded once together: net = gross ÷ (1 + Σ
 * rates), tax = gross − net. The tax of a group is split over its lines and over its rates.
 */
export function taxInside(bases: readonly GrossBase[], rates: readonly TaxRate[]): Tax {
  return split(bases, rates, groupsOf(bases, rates));
}

/** Allocates the tax that a till charged; it is part of the prices, so it never exceeds them. */
export function taxInsideAsCharged(
  bases: readonly GrossBase[],
  rates: readonly TaxRate[],
  chargedMinor: Minor,
): Tax {
  const groups = groupsOf(bases, rates);
  if (sumOf(groups.map(({ taxMinor }) => taxMinor)) === chargedMinor) {
    return split(bases, rates, groups);
  }
  const parts = chargedParts(groups, chargedMinor);
  return split(
    bases,
    rates,
    groups.map((group, index) => ({ ...group, taxMinor: parts[index] ?? 0 })),
  );
}

/** Splits by the exact tax of each group, unless a group would have more tax than it costs. */
function chargedParts(groups: readonly Group[], chargedMinor: Minor): Minor[] {
  if (groups.length === 0) return [];
  const exact = groups.map(
    ({ grossMinor, rates }) => BigInt(netOf(grossMinor, rates)) * BigInt(sumOfRates(rates)),
  );
  const grosses = groups.map(({ grossMinor }) => grossMinor);
  if (exact.some(weight => weight > 0n)) {
    const parts = allocate(chargedMinor, exact);
    if (parts.every((part, index) => part <= (grosses[index] ?? 0))) return parts;
  }
  const isFree = grosses.every(gross => gross === 0);
  return allocate(chargedMinor, isFree ? groups.map(() => 1) : grosses);
}

function groupsOf(bases: readonly GrossBase[], rates: readonly TaxRate[]): Group[] {
  const groups = new Map<string, { rates: TaxRate[]; members: number[] }>();
  bases.forEach((base, index) => {
    const own = ratesFor(base, rates);
    const key = own.map(rate => rates.indexOf(rate)).join(' ');
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { rates: own, members: [index] });
    else group.members.push(index);
  });
  return [...groups.values()].map(group => {
    const grossMinor = sumOf(group.members.map(index => bases[index]?.grossMinor ?? 0));
    return { ...group, grossMinor, taxMinor: grossMinor - netOf(grossMinor, group.rates) };
  });
}

function split(
  bases: readonly GrossBase[],
  rates: readonly TaxRate[],
  groups: readonly Group[],
): Tax {
  const sharesMinor = bases.map(() => 0);
  for (const { members, taxMinor } of groups) {
    const weights = members.map(index => bases[index]?.grossMinor ?? 0);
    const parts = allocate(
      taxMinor,
      weights.some(weight => weight > 0) ? weights : members.map(() => 1),
    );
    members.forEach((member, index) => {
      sharesMinor[member] = parts[index] ?? 0;
    });
  }
  const byRate = groups.map(({ rates: own, taxMinor }) => {
    const micros = own.map(({ rateMicros }) => rateMicros);
    const parts = micros.some(rate => rate > 0) ? allocate(taxMinor, micros) : [];
    return new Map(own.map((rate, index) => [rate, parts[index] ?? 0]));
  });
  const jurisdictions = reportedRates(
    groups.map(({ rates: own }) => own),
    rates,
  ).map((rate): JurisdictionTax => {
    const own = groups.filter(group => group.rates.includes(rate));
    return {
      rate,
      taxableMinor: sumOf(own.map(({ grossMinor, taxMinor }) => grossMinor - taxMinor)),
      taxMinor: sumOf(byRate.map(parts => parts.get(rate) ?? 0)),
    };
  });
  return {
    taxMinor: sumOf(groups.map(({ taxMinor }) => taxMinor)),
    sharesMinor,
    jurisdictions,
  };
}
