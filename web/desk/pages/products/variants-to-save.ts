import type { ProductVariant } from './calls.js';
import { type VariantDraft, variantBody, variantDraft } from './draft.js';

type ToSave = {
  /** Row of the form. */
  index: number;
  /** Undefined: a new variant. */
  known: ProductVariant | undefined;
  body: ReturnType<typeof variantBody>;
};

/** The variants that are new or differ from what the service has. */
export function variantsToSave(
  stored: readonly ProductVariant[],
  drafts: readonly VariantDraft[],
): ToSave[] {
  const places = placesOf(stored, drafts);
  return drafts.flatMap((draft, index): ToSave[] => {
    const body = variantBody(draft, places[index] ?? index);
    // A second try after an error finds the variant that the first one created by its SKU.
    const known = stored.find(({ id, sku }) => id === draft.id || sku === body.sku);
    const isSame =
      known !== undefined &&
      JSON.stringify(body) ===
        JSON.stringify(variantBody(variantDraft(known, {}), known.sort_order));
    return isSame ? [] : [{ index, known, body }];
  });
}

/** Keeps stored positions, even with gaps, unless the order has changed; new variants come last. */
function placesOf(stored: readonly ProductVariant[], drafts: readonly VariantDraft[]): number[] {
  const isInOrder = stored.every(({ id }, index) => drafts[index]?.id === id);
  if (!isInOrder) return drafts.map((_, index) => index);
  const last = Math.max(-1, ...stored.map(({ sort_order: place }) => place));
  return drafts.map((_, index) => stored[index]?.sort_order ?? last + 1 + index - stored.length);
}
