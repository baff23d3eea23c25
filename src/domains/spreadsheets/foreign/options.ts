const MAX_OPTIONS = 3;
const MAX_VALUES = 100;
const MAX_OPTION_NAME = 50;
const MAX_VALUE = 100;

export type Option = { name: string; values: string[] };
export type Choice = { name: string; value: string };

/** The options of a product, collected from the rows of its variants. */
export function createOptions(): { add(choices: readonly Choice[]): void; list(): Option[] } {
  const options = new Map<string, Set<string>>();
  return {
    add: choices => {
      for (const { name, value } of choices) {
        const values = options.get(name) ?? new Set<string>();
        if (options.size < MAX_OPTIONS || options.has(name)) options.set(name, values);
        if (values.size < MAX_VALUES) values.add(value);
      }
    },
    list: () => [...options].map(([name, values]) => ({ name, values: [...values] })),
  };
}

export const choice = (name: string, value: string): Choice => ({
  name: name.slice(0, MAX_OPTION_NAME).trim(),
  value: value.slice(0, MAX_VALUE).trim(),
});

/** `attributes` of a variant. */
export const attributesOf = (choices: readonly Choice[]): Record<string, string> =>
  Object.fromEntries(choices.map(({ name, value }) => [name, value]));

/** `Red / M` */
export const nameOfChoices = (choices: readonly Choice[]): string =>
  choices.map(({ value }) => value).join(' / ');
