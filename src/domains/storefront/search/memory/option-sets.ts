import { isColour } from '../../../catalog/index.js';

const SIZE = new Set(['size', 'größe', 'groesse', 'grösse']);

export type Options = { sizes: string[]; colours: string[] };

/** Sizes and colours of variants, from their attributes as JSON, one object per line. */
export function optionsOf(lines: string | null): Options {
  const options: Options = { sizes: [], colours: [] };
  for (const line of lines?.split('\n') ?? []) {
    const { sizes, colours } = optionsIn(JSON.parse(line) as Record<string, unknown>);
    options.sizes.push(...sizes);
    options.colours.push(...colours);
  }
  return options;
}

/** Sizes and colours among the attributes of a variant. */
export function optionsIn(attributes: Readonly<Record<string, unknown>>): Options {
  const options: Options = { sizes: [], colours: [] };
  for (const [name, value] of Object.entries(attributes)) {
    const text = typeof value === 'string' ? value.trim() : '';
    if (text === '') continue;
    if (SIZE.has(name.toLowerCase())) options.sizes.push(text);
    if (isColour(name)) options.colours.push(text);
  }
  return options;
}

/**
 * The sets of values that products have, such as {S, M, L}. Many products share a set, so a column
 * holds its number; 0 is the empty set.
 */
export class ValueSets {
  readonly sets: (readonly string[])[] = [[]];
  private readonly numbers = new Map<string, number>([['', 0]]);

  of(values: readonly string[]): number {
    const own = [...new Set(values)].sort();
    const key = own.join('\n');
    const known = this.numbers.get(key);
    if (known !== undefined) return known;
    this.numbers.set(key, this.sets.length);
    return this.sets.push(own) - 1;
  }

  /** For each set 1 if it has the value, in any case. */
  having(value: string): Uint8Array {
    const wanted = value.toLowerCase();
    return Uint8Array.from(this.sets, set => Number(set.some(one => one.toLowerCase() === wanted)));
  }
}
