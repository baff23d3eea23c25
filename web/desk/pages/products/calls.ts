import { answer, type Tillhouse } from '@tillhouse/client';
import type { PictureFiles } from '../../../shared/picture/files.js';
import { type Condition, tagged } from '../../state/record-tags.js';
import type { ItemOf } from '../../types.js';

export type Status = 'draft' | 'active' | 'archived';
export type Option = { name: string; values: string[] };
export type ProductPicture = PictureFiles & { id: string; media_id: string };
type Listed = ItemOf<'/products/'>;
export type ProductVariant = Listed['variants'][number] & { weight_grams: number | null };
export type Product = Omit<Listed, 'variants'> & {
  status: Status;
  tags: string[];
  options: Option[];
  pictures: ProductPicture[];
  variants: ProductVariant[];
};
export type Media = Omit<PictureFiles, 'alt' | 'focal_x' | 'focal_y' | 'variant_id'> & {
  id: string;
};

type Call = <Data>(path: string, options: object) => Promise<{ data?: Data; response: Response }>;

/** Of a method of the client, for routes and fields that its types do not have. */
const untyped = (method: unknown): Call => method as Call;

export type ProductFilters = {
  q?: string;
  status?: Status;
  category?: string;
  brand?: string;
};

export const listProducts = (
  api: Tillhouse,
  filters: ProductFilters,
  cursor: string | undefined,
): Promise<{ data?: Product[]; response: Response }> =>
  untyped(api.GET)('/products/', {
    params: { query: { ...filters, cursor, limit: 50, ordering: 'name' } },
  });

export const readProduct = (api: Tillhouse, id: string | number): Promise<Product> =>
  tagged(untyped(api.GET)<Product>('/products/{product}/', { params: { path: { product: id } } }));

export const createProduct = (api: Tillhouse, body: object): Promise<Product> =>
  answer(untyped(api.POST)('/products/', { body }));

export const changeProduct = (
  api: Tillhouse,
  id: number,
  body: object,
  condition: Condition = {},
): Promise<Product> =>
  answer(
    untyped(api.PATCH)('/products/{product}/', {
      params: { path: { product: id } },
      body,
      ...condition,
    }),
  );

export const createVariant = (api: Tillhouse, body: object): Promise<ProductVariant> =>
  answer(untyped(api.POST)('/product-variants/', { body }));

export const changeVariant = (api: Tillhouse, id: string, body: object): Promise<ProductVariant> =>
  answer(
    untyped(api.PATCH)('/product-variants/{variant}/', {
      params: { path: { variant: id } },
      body,
    }),
  );

/** The same file again is the same picture, so a repeated upload does no harm. */
export function uploadPicture(api: Tillhouse, file: File): Promise<Media> {
  const form = new FormData();
  form.append('file', file);
  return answer(untyped(api.POST)('/media/', { body: form, bodySerializer: () => form }));
}

const pictures = '/products/{product}/pictures/';

export const attachPicture = (
  api: Tillhouse,
  product: number,
  body: object,
): Promise<ProductPicture> =>
  answer(untyped(api.POST)(pictures, { params: { path: { product } }, body }));

export const changePicture = (api: Tillhouse, product: number, id: string, body: object) =>
  answer(untyped(api.PATCH)(`${pictures}{id}/`, { params: { path: { product, id } }, body }));

export const detachPicture = (api: Tillhouse, product: number, id: string) =>
  untyped(api.DELETE)(`${pictures}{id}/`, { params: { path: { product, id } } });

export const reorderPictures = (api: Tillhouse, product: number, ids: string[]) =>
  answer(
    untyped(api.POST)(`${pictures}reorder/`, { params: { path: { product } }, body: { ids } }),
  );
