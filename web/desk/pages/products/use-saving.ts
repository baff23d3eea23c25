import { ApiError } from '@tillhouse/client';
import { useRef } from 'react';
import { useLocation } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { useI18n } from '../../../shared/i18n/index.js';
import { fieldTexts } from '../../../shared/i18n/refusals.js';
import { useAction } from '../../state/use-action.js';
import { type FormRecord, useCondition } from '../../state/use-condition.js';
import { useT } from '../../texts/index.js';
import type { Product } from './calls.js';
import type { ProductDraft } from './draft.js';
import { saveProduct } from './save-product.js';
import type { Loaded } from './use-product.js';
import { useSeenPrices } from './use-seen-prices.js';

const recordOf = (product: Product): FormRecord => ({
  type: 'products',
  id: String(product.id),
  path: `/products/${product.id}/`,
  shown: product,
});

/** Saves the form, and says if somebody else has changed the product or one of its prices. */
export function useSaving(before: Loaded | undefined, onSaved: () => void) {
  const t = useT();
  const api = useApi();
  const { language } = useI18n();
  const [, go] = useLocation();
  const created = useRef<Product>(undefined);
  const record = before && recordOf(before.product);
  const { condition, conflictOf, accept } = useCondition(record);
  const prices = useSeenPrices(before);
  const saving = useAction(
    async (draft: ProductDraft) => {
      const known = { product: created.current ?? before?.product, prices: prices.seen };
      let isChanged = false;
      const onCreated = (product: Product): void => {
        created.current = product;
      };
      const onChanged = (): void => {
        isChanged = true;
      };
      try {
        return await saveProduct(api, known, draft, { onCreated, onChanged, condition });
      } catch (error) {
        // The next try must not take the first half of this one for a change by somebody else.
        if (isChanged) await accept().catch(() => undefined);
        throw error;
      }
    },
    {
      changes: [['products'], ['prices'], ['gaps'], ['product', String(before?.product.id)]],
      done: ({ name }) => t('products.saved', { name }),
      onDone: ({ id }) => {
        onSaved();
        go(`/products/${id}`);
      },
      quiet: true,
    },
  );
  const errors = saving.error instanceof ApiError ? fieldTexts(language, saving.error) : {};
  const found = prices.conflictOf(saving) ?? conflictOf(saving);
  const conflict = found && { ...found, onDiscard: () => go('/products') };
  return { ...saving, conflict, errorOf: (name: string): string | undefined => errors[name] };
}
