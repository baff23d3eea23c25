import type { Product, Variant } from '../types.js';

export type OptionChoice = {
  value: string;
  /** The variant with this value and the other options as chosen, else the nearest one. */
  variant: Variant;
  /** `missing`: the combination does not exist. `gone`: it is sold out. */
  state: 'sold' | 'gone' | 'missing';
};
export type OptionRow = { name: string; chosen: string; choices: readonly OptionChoice[] };

/**
 * One row for each option in which the variants differ, in the order of the first variant.
 * Undefined if the variants have no common options, or two of them have the same values.
 */
export function optionRows(product: Product, chosen: Variant): OptionRow[] | undefined {
  const { variants } = product;
  const names = Object.keys(chosen.attributes);
  const isCommon = variants.every(
    ({ attributes }) =>
      Object.keys(attributes).length === names.length &&
      names.every(name => (attributes[name] ?? '') !== ''),
  );
  const keys = new Set(variants.map(({ attributes }) => keyOf(attributes, names)));
  if (!isCommon || keys.size < variants.length) return undefined;
  const rows = names
    .map(name => ({
      name,
      chosen: chosen.attributes[name] ?? '',
      choices: valuesOf(variants, name).map(value => choiceOf(product, chosen, name, value)),
    }))
    .filter(({ choices }) => choices.length > 1);
  return rows.length === 0 ? undefined : rows;
}

const keyOf = (attributes: Variant['attributes'], names: readonly string[]): string =>
  JSON.stringify(names.map(name => attributes[name]));

const valuesOf = (variants: readonly Variant[], name: string): string[] => [
  ...new Set(variants.map(({ attributes }) => attributes[name] ?? '')),
];

function choiceOf(
  { variants, is_digital }: Product,
  chosen: Variant,
  name: string,
  value: string,
): OptionChoice {
  const isGone = ({ available }: Variant): boolean => !is_digital && available === 0;
  const shared = ({ attributes }: Variant): number =>
    Object.entries(chosen.attributes).filter(([other, own]) => attributes[other] === own).length;
  const nearest = variants
    .filter(({ attributes }) => attributes[name] === value)
    .toSorted((a, b) => shared(b) - shared(a) || Number(isGone(a)) - Number(isGone(b)));
  const [variant = chosen] = nearest;
  const isExact = Object.entries(chosen.attributes).every(
    ([other, own]) => other === name || variant.attributes[other] === own,
  );
  if (!isExact) return { value, variant, state: 'missing' };
  return { value, variant, state: isGone(variant) ? 'gone' : 'sold' };
}
