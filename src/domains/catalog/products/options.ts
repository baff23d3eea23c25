import type { Fields } from '../differences.js';
import type { KnownProduct } from './put-batch.js';

/** The value of a variant within an option of its product, such as M of Size. */
export type Choice = { name: string; value: string };

type Option = { name: string; values: string[] };

/** The options of a product with the choices of one of its variants; none is removed. */
export function optionsWith(known: unknown, choices: readonly Choice[]): Option[] {
  const options = ((known ?? []) as Option[]).map(({ name, values }) => ({
    name,
    values: [...values],
  }));
  for (const { name, value } of choices) {
    const option = options.find(option => option.name === name);
    if (option === undefined) options.push({ name, values: [value] });
    else if (!option.values.includes(value)) option.values.push(value);
  }
  return options;
}

/** The fields of a variant with its choices, which win over its other attributes. */
export function attributesWith(
  { variants }: Pick<KnownProduct, 'variants'>,
  fields: Fields,
  choices: readonly Choice[] = [],
): Fields {
  if (choices.length === 0) return fields;
  const known = variants.find(({ sku }) => sku === fields.sku)?.attributes;
  const attributes = Object.entries((fields.attributes ?? known ?? {}) as object);
  const chosen = choices.map(({ name, value }) => [name, value]);
  return { ...fields, attributes: Object.fromEntries([...attributes, ...chosen]) };
}

/** The values that a variant has in the options of its product, such as Size: L. */
export const choicesOf = (
  { options }: { options: unknown },
  { attributes }: { attributes: unknown },
): Choice[] =>
  ((options ?? []) as Option[]).flatMap(({ name, values }) => {
    const value = (attributes as Record<string, string>)[name];
    return value !== undefined && values.includes(value) ? [{ name, value }] : [];
  });
