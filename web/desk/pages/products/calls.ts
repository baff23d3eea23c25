import { answer, type paths, type Tillhouse } from '@tillhouse/client';
import { every } from '../../state/every.js';
import { type Condition, tagged } from '../../state/record-tags.js';
import type { BodyOf, ItemOf } from '../../types.js';

export type Product = ItemOf<'/products/'>;
export type Status = Product['status'];
export const STATUSES = every<Status>({ draft: true, active: true, archived: true });
export type Option = Product['options'][number];
export type ProductPicture = Product['pictures'][number];
export type ProductVariant = Product['variants'][number];
export type ContentUnit = NonNullable<BodyOf<paths['/product-variants/']['post']>['content_unit']>;
export const CONTENT_UNITS = every<ContentUnit>({ g: true, kg: true, ml: true, l: true, m: true });
export type Media = paths['/media/']['post']['responses'][201]['content']['application/json'];

export type ProductFilters = {
  q?: string;
  status?: Status;
  category?: string;
  brand?: string;
};

export const listProducts = (api: Tillhouse, filters: ProductFilters, cursor: string | undefined) =>
  api.GET('/products/', {
    params: { query: { ...filters, cursor, limit: 50, ordering: 'name' } },
  });

export const readProduct = (api: Tillhouse, id: string | number): Promise<Product> =>
  tagged(api.GET('/products/{product}/', { params: { path: { product: String(id) } } }));

export const createProduct = (
  api: Tillhouse,
  body: BodyOf<paths['/products/']['post']>,
): Promise<Product> => answer(api.POST('/products/', { body }));

export const changeProduct = (
  api: Tillhouse,
  id: number,
  body: BodyOf<paths['/products/{product}/']['patch']>,
  condition: Condition = {},
): Promise<Product> =>
  answer(
    api.PATCH('/products/{product}/', {
      params: { path: { product: String(id) } },
      body,
      ...condition,
    }),
  );

export const createVariant = (
  api: Tillhouse,
  body: BodyOf<paths['/product-variants/']['post']>,
): Promise<ProductVariant> => answer(api.POST('/product-variants/', { body }));

export const changeVariant = (
  api: Tillhouse,
  id: string,
  body: BodyOf<paths['/product-variants/{variant}/']['patch']>,
): Promise<ProductVariant> =>
  answer(api.PATCH('/product-variants/{variant}/', { params: { path: { variant: id } }, body }));

/** What a variant is made of; empty if it is no bundle. */
export const readParts = async (api: Tillhouse, id: string) => {
  const path = { variant: id };
  const { parts } = await answer(
    api.GET('/product-variants/{variant}/bundle/', { params: { path } }),
  );
  return parts.map(({ variant_id, quantity }) => ({ variant: variant_id, quantity }));
};

export const changeParts = (
  api: Tillhouse,
  id: string,
  parts: BodyOf<paths['/product-variants/{variant}/bundle/']['put']>['parts'],
) =>
  answer(
    api.PUT('/product-variants/{variant}/bundle/', {
      params: { path: { variant: id } },
      body: { parts },
    }),
  );

/** The same file again is the same picture, so a repeated upload does no harm. */
export function uploadPicture(api: Tillhouse, file: File): Promise<Media> {
  const form = new FormData();
  form.append('file', file);
  // The types know a file only as text; the serializer sends the form itself.
  return answer(api.POST('/media/', { body: { file: '' }, bodySerializer: () => form }));
}

export const fetchPicture = (api: Tillhouse, url: string): Promise<Media> =>
  answer(api.POST('/media/from-address/', { body: { url } }));

const ofProduct = (product: number) => ({ product: String(product) });

export const attachPicture = (
  api: Tillhouse,
  product: number,
  body: BodyOf<paths['/products/{product}/pictures/']['post']>,
): Promise<ProductPicture> =>
  answer(api.POST('/products/{product}/pictures/', { params: { path: ofProduct(product) }, body }));

export const changePicture = (
  api: Tillhouse,
  product: number,
  id: string,
  body: BodyOf<paths['/products/{product}/pictures/{id}/']['patch']>,
): Promise<ProductPicture> =>
  answer(
    api.PATCH('/products/{product}/pictures/{id}/', {
      params: { path: { ...ofProduct(product), id } },
      body,
    }),
  );

export const detachPicture = (api: Tillhouse, product: number, id: string) =>
  answer(
    api.DELETE('/products/{product}/pictures/{id}/', {
      params: { path: { ...ofProduct(product), id } },
    }),
  );

export const reorderPictures = (api: Tillhouse, product: number, ids: string[]) =>
  answer(
    api.POST('/products/{product}/pictures/reorder/', {
      params: { path: ofProduct(product) },
      body: { ids },
    }),
  );
