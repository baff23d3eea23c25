/** What distinguishes a variant, such as Size: L. */
export type Option = { name: string; label: string };

export type Choosable = { options: readonly Option[]; isAvailable: boolean };

const has = ({ options }: Choosable, wanted: Option): boolean =>
  options.some(({ name, label }) => name === wanted.name && label === wanted.label);

export const matching = <Variant extends Choosable>(
  variants: readonly Variant[],
  selected: readonly Option[],
): Variant[] => variants.filter(variant => selected.every(option => has(variant, option)));

/** The variant that stands for others: the first that can be bought. */
export const featuredOf = <Variant extends Choosable>(
  variants: readonly Variant[],
): Variant | undefined => variants.find(({ isAvailable }) => isAvailable) ?? variants[0];

/** Every option with its values, in the order in which the variants name them. */
export function optionsOf(variants: readonly Choosable[]): { name: string; labels: string[] }[] {
  const labels = new Map<string, Set<string>>();
  for (const { name, label } of variants.flatMap(({ options }) => options)) {
    const known = labels.get(name);
    if (known === undefined) labels.set(name, new Set([label]));
    else known.add(label);
  }
  return [...labels].map(([name, values]) => ({ name, labels: [...values] }));
}

/**
 * The largest part of a selection that one variant has. Drops options that no variant has, then the
 * least preferred ones.
 */
export function narrowed(
  variants: readonly Choosable[],
  selected: readonly Option[],
  preferences: readonly string[],
): Option[] {
  const rank = ({ name }: Option): number => {
    const at = preferences.indexOf(name);
    return at < 0 ? preferences.length : at;
  };
  let kept = selected
    .filter(option => variants.some(variant => has(variant, option)))
    .sort((a, b) => rank(a) - rank(b));
  while (kept.length > 0 && matching(variants, kept).length === 0) kept = kept.slice(0, -1);
  return selected.filter(option => kept.includes(option));
}

/** Whether each value could be chosen instead, while the rest of the selection stays. */
export function valuesWithin(variants: readonly Choosable[], selected: readonly Option[]) {
  return optionsOf(variants).map(({ name, labels }) => {
    const rest = selected.filter(option => option.name !== name);
    return {
      name,
      values: labels.map(label => {
        const found = matching(variants, [...rest, { name, label }]);
        return {
          label,
          available: found.some(({ isAvailable }) => isAvailable),
          exists: found.length > 0,
        };
      }),
    };
  });
}
