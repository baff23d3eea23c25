import {
  Answer,
  Money,
  Nullable,
  OneOf,
  OpenQuery,
  OptionalUnit,
  PageQuery,
  Params,
  Quantity,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../platform/http/schemas.js';
import { LANGUAGES } from '../../../platform/language.js';
import { ProductPicture } from '../../catalog/index.js';
import { OpeningHours, SpecialDays, TAX_SOURCINGS } from '../../stores/index.js';
import { PICKUP_DAYS } from './next-pickup.js';

const StoreId = Type.Optional(Text(100));

export const ProductsQuery = OpenQuery({
  store_id: StoreId,
  q: Type.Optional(Text(200)),
  category: Type.Optional(
    Type.String({ maxLength: 100, description: 'Slug or id; subcategories are included' }),
  ),
  after: Type.Optional(
    Type.String({
      maxLength: 150,
      description:
        'Slug of a product of the category: one page with those that follow it by name; after the last come the first. `q` and `cursor` do not count',
    }),
  ),
  ...PageQuery,
});

export const ProductQuery = OpenQuery({ store_id: StoreId });
export const ProductParams = Params({ slug: Text(150, 1) });

const Available = Type.Number({
  minimum: 0,
  description: 'At the given store, otherwise at all stores; in the unit of the goods',
});

export const StoresQuery = OpenQuery({});

export const ShopStore = Answer({
  id: Uuid,
  code: Type.String(),
  name: Type.String(),
  country: Nullable(
    Type.String({ description: 'ISO 3166-1; null if the store names no known country' }),
  ),
  currency: Type.String(),
  time_zone: Type.String(),
  prices_include_tax: Type.Boolean(),
  pickup_enabled: Type.Boolean(),
  ship_enabled: Type.Boolean(),
  pay_at_store_enabled: Type.Boolean(),
  shipping_rates: Type.Array(
    Answer({
      id: Type.Integer(),
      code: Type.String(),
      title: Type.String(),
      turnaround: Type.Optional(Type.String()),
      days_min: Type.Optional(Nullable(Type.Integer({ description: 'Working days' }))),
      days_max: Type.Optional(Nullable(Type.Integer({ description: 'Working days' }))),
      price: Money,
    }),
    {
      description:
        'With shipping zones those to the country of the store, and empty if they depend on weight, ' +
        'region or value of the parcel: see the shipping rates of a cart',
    },
  ),
  ships_to: Nullable(
    Type.Array(Type.String(), { description: 'ISO 3166-1 codes; null: every country' }),
  ),
  needs_region: Type.Array(Type.String(), {
    description:
      'Countries whose addresses need the code of a region, such as `CA`, to be shipped to',
  }),
  tax_sourcing: Type.Unsafe<(typeof TAX_SOURCINGS)[number]>({
    ...OneOf(TAX_SOURCINGS),
    description:
      'With `destination` the tax depends on the address: see the shipping rates of a cart',
  }),
  shipping_from: Type.Unsafe<string>({ ...Money, description: 'The lowest price of shipping' }),
  home_delivery: Type.Optional(
    Answer(
      {
        country: Type.String({ description: 'ISO 3166-1 code' }),
        price: Money,
        days_min: Nullable(Type.Integer({ description: 'Working days' })),
        days_max: Nullable(Type.Integer({ description: 'Working days' })),
      },
      { description: 'The cheapest rate of the shipping zone of the store’s own country' },
    ),
  ),
  address: Type.String(),
  postal_code: Type.String(),
  city: Type.String(),
  phone: Type.String(),
  opening_hours: OpeningHours,
  special_days: SpecialDays,
  pickup_hours: OpeningHours,
  languages: Type.Array(OneOf(LANGUAGES)),
});

export const CategoriesQuery = OpenQuery({ store_id: StoreId });

export const ShopCategory = Answer({
  slug: Type.String(),
  name: Type.String(),
  parent: Nullable(Type.String({ description: 'Slug of the parent category' })),
  product_count: Type.Integer({ minimum: 1, description: 'Including subcategories' }),
  in_stock_count: Type.Integer({
    minimum: 0,
    description: 'How many of them are in stock at the given store, otherwise at any store',
  }),
});

export const StockByStore = Answer({
  store: Answer({ id: Uuid, code: Type.String(), name: Type.String(), city: Type.String() }),
  pickup_enabled: Type.Boolean(),
  pickup_at: Nullable(
    Type.Unsafe<string>({ ...Timestamp, description: 'When an order of now can be picked up' }),
  ),
  pickup_day: Nullable(OneOf(PICKUP_DAYS, { description: 'The day of it, where the store is' })),
  variants: Type.Array(Answer({ sku: Type.String(), available: Type.Number({ minimum: 0 }) })),
});

export const ShopProduct = Answer({
  id: Type.Integer(),
  slug: Type.String(),
  name: Type.String(),
  description: Type.String(),
  image_url: Type.String({
    description: 'Path of the first picture, else the URL that the product names',
  }),
  pictures: Type.Array(ProductPicture),
  category: Nullable(Answer({ id: Uuid, slug: Type.String(), name: Type.String() })),
  price: Type.Unsafe<string>({ ...Money, description: 'Price of the cheapest variant' }),
  unit: OptionalUnit,
  currency: Type.String({
    description: 'Currency of the given store, otherwise the base currency',
  }),
  available: Available,
  in_stock: Type.Boolean(),
  is_digital: Type.Boolean(),
  minimum_age: Nullable(Type.Integer()),
  rating: Nullable(
    Answer(
      { average: Type.Number({ minimum: 1, maximum: 5 }), count: Type.Integer({ minimum: 1 }) },
      { description: 'Average of published reviews; null without any' },
    ),
  ),
  variants: Type.Array(
    Answer({
      id: Uuid,
      sku: Type.String(),
      name: Type.String(),
      price: Money,
      unit: OptionalUnit,
      unit_price: Type.Optional(
        Answer({
          amount: Money,
          unit: Type.String({ description: '`kg`, `l` or `m`' }),
        }),
      ),
      attributes: Type.Record(Type.String(), Type.String()),
      available: Available,
      parts: Type.Optional(
        Type.Array(
          Answer({
            sku: Type.String(),
            name: Type.String(),
            quantity: Quantity,
            unit: OptionalUnit,
          }),
          { description: 'What is in a bundle' },
        ),
      ),
    }),
  ),
});
