/** Records that products refer to. All have the same columns, but only categories form a tree. */
export const REFERENCE_KINDS = {
  category: { table: 'categories', path: '/categories/', tag: 'Categories', noun: 'Category' },
  brand: { table: 'brands', path: '/brands/', tag: 'Brands', noun: 'Brand' },
  product_type: {
    table: 'product_types',
    path: '/product-types/',
    tag: 'Product types',
    noun: 'Product type',
  },
  collection: {
    table: 'collections',
    path: '/collections/',
    tag: 'Collections',
    noun: 'Collection',
  },
} as const;

export type ReferenceKind = keyof typeof REFERENCE_KINDS;
export type ReferenceTable = (typeof REFERENCE_KINDS)[ReferenceKind]['table'];
