import { all, answer, type Tillhouse } from '@tillhouse/client';
import type { Condition } from '../../state/record-tags.js';
import type { Brand, Collection } from '../../types.js';

/** Brands and collections: a name that products carry. */
export type LabelKind = 'brands' | 'collections';
export type Label = Brand | Collection;
type LabelBody = { name: string; is_active: boolean };

type LabelCalls = {
  list(api: Tillhouse): Promise<Label[]>;
  create(api: Tillhouse, body: LabelBody): Promise<Label>;
  change(api: Tillhouse, id: string, body: LabelBody, condition: Condition): Promise<Label>;
  remove(api: Tillhouse, id: string): Promise<unknown>;
};

const at = (id: string) => ({ params: { path: { id } } });
const page = (cursor: string | undefined) => ({
  params: { query: { cursor, limit: 200, etags: true } },
});

export const LABELS: Record<LabelKind, LabelCalls> = {
  brands: {
    list: api => all(cursor => api.GET('/brands/', page(cursor))),
    create: (api, body) => answer(api.POST('/brands/', { body })),
    change: (api, id, body, condition) =>
      answer(api.PATCH('/brands/{id}/', { ...at(id), body, ...condition })),
    remove: (api, id) => answer(api.DELETE('/brands/{id}/', at(id))),
  },
  collections: {
    list: api => all(cursor => api.GET('/collections/', page(cursor))),
    create: (api, body) => answer(api.POST('/collections/', { body })),
    change: (api, id, body, condition) =>
      answer(api.PATCH('/collections/{id}/', { ...at(id), body, ...condition })),
    remove: (api, id) => answer(api.DELETE('/collections/{id}/', at(id))),
  },
};
