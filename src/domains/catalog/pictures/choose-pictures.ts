const COLOUR_NAMES = new Set(['colour', 'color', 'farbe']);

/** Whether an option of a product is its colour. */
export const isColour = (option: string): boolean => COLOUR_NAMES.has(option.toLowerCase());

type OfVariant = { variant_id: string | null; url: string };
type WithColour = { id: string; attributes: Readonly<Record<string, unknown>> };

/** What the choice needs to know about a product. */
export type Pictured<Picture extends OfVariant> = {
  pictures?: readonly Picture[];
  variants: readonly WithColour[];
};

/**
 * The pictures of a variant: its own, else those of variants of the same colour, and then those of
 * the whole product. Without any of these, the first picture of the product. A picture that is
 * assigned to several variants is listed once.
 */
export function picturesFor<Picture extends OfVariant>(
  { pictures = [], variants }: Pictured<Picture>,
  variant: WithColour | undefined,
): Picture[] {
  const common = pictures.filter(({ variant_id: id }) => id === null);
  const shown = [...picturesOfVariant(pictures, variants, variant), ...common];
  return once(shown.length > 0 ? shown : pictures.slice(0, 1));
}

/** The picture of a variant where one is shown; without a variant, that of the product. */
export const pictureFor = <Picture extends OfVariant>(
  product: Pictured<Picture>,
  variant?: WithColour,
): Picture | undefined => picturesFor(product, variant)[0];

/** The pictures of a variant itself, else of its colour. */
export function picturesOfVariant<Picture extends OfVariant>(
  pictures: readonly Picture[],
  variants: readonly WithColour[],
  variant: WithColour | undefined,
): Picture[] {
  if (variant === undefined) return [];
  const own = pictures.filter(({ variant_id: id }) => id === variant.id);
  const colour = colourNamed(variant);
  if (own.length > 0 || colour === undefined) return own;
  const alike = new Set(variants.flatMap(other => (colourNamed(other) === colour ? other.id : [])));
  return pictures.filter(({ variant_id: id }) => id !== null && alike.has(id));
}

/** "Red " and "red" are the same colour. */
function colourNamed({ attributes }: WithColour): string | undefined {
  const named = Object.entries(attributes).find(([name]) => isColour(name));
  const value = typeof named?.[1] === 'string' ? named[1].trim().toLowerCase() : '';
  return value === '' ? undefined : value;
}

const once = <Picture extends OfVariant>(pictures: readonly Picture[]): Picture[] =>
  pictures.filter(({ url }, index) => pictures.findIndex(other => other.url === url) === index);
