import type { paths } from '@tillhouse/client';
import type { PictureFiles } from '../shared/picture/files.js';

type Read<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Answer } } } };
}
  ? Answer
  : never;

export type Store = Read<'/web-commerce/stores/'>[number];
export type Category = Read<'/web-commerce/categories/'>[number];
export type Product = Read<'/web-commerce/products/'>[number] & { pictures?: PictureFiles[] };
export type Variant = Product['variants'][number];
export type Session = Read<'/web-commerce/auth/session/'>;
export type Cart = Read<'/web-commerce/cart/{cart_id}/'>;
export type CartLine = Cart['line_items'][number];
export type CheckoutState =
  Read<'/web-commerce/checkout/{checkout_session_id}/status/'>['checkout_session'];
export type PaymentMethod = Read<'/web-commerce/payment-methods/'>['payment_methods'][number];
export type SavedAddress = Read<'/web-commerce/saved-addresses/'>['addresses'][number];
export type FulfillmentMethod = CheckoutState['fulfillment_method'];
export type StoreStocks = Read<'/web-commerce/products/{slug}/stores/'>;
export type Review = Read<'/web-commerce/products/{slug}/reviews/'>[number];
export type ShopTheme = Read<'/web-commerce/theme/'>;
export type Home = Read<'/web-commerce/home/'>;
export type SearchAnswer = Read<'/web-commerce/search/'>;
export type SearchQuery = NonNullable<paths['/web-commerce/search/']['get']['parameters']['query']>;
export type Suggestions = Read<'/web-commerce/suggest/'>;
