import type { paths } from '@tillhouse/client';
import type { GetResponse, ItemOf } from '../shared/api/responses.js';

export type { TillDevice } from '../shared/till-devices.js';
export type { GetResponse, ItemOf };

/** The JSON body that a route takes. */
export type BodyOf<Route> = Route extends {
  requestBody?: { content: { 'application/json': infer Body } };
}
  ? Body
  : never;

export type Me = GetResponse<'/auth/me/'>;
export type Store = ItemOf<'/stores/'>;
export type SaleRow = ItemOf<'/transactions/'>;
/** The fields of a sale that a live event contains. */
export type RecentSale = Pick<
  SaleRow,
  'transactionId' | 'created_at' | 'store' | 'status' | 'totalAmount'
>;
export type Sale = GetResponse<'/transactions/{transactionId}/'>;
export type ListedMail = ItemOf<'/mails/'>;
export type WholeMail = GetResponse<'/mails/{id}/'>;
export type MailKind = NonNullable<ListedMail['kind']>;
export type MailState = ListedMail['state'];
export type SaleStatus = SaleRow['status'];
export type Approval = ItemOf<'/pos/approvals/'>;
export type Return = ItemOf<'/returns/'>;
export type ListedExchange = ItemOf<'/exchanges/'>;
export type Fulfillment = ItemOf<'/fulfillments/'>;
export type Cancellation = GetResponse<'/fulfillments/{id}/cancellation/'>;
export type Task = ItemOf<'/tasks/'>;
export type Delivery = ItemOf<'/tasks/delivery-schedules/'>;
export type Level = ItemOf<'/inventory-levels/'>;
export type Variant = ItemOf<'/product-variants/'>;
export type PurchaseOrder = ItemOf<'/procurement/purchase-orders/'>;
export type Zone = ItemOf<'/zones/'>;
export type ParLevel = ItemOf<'/par-levels/'>;
export type Supplier = ItemOf<'/suppliers/'>;
export type SupplierArticle = ItemOf<'/supplier-articles/'>;
export type Import = GetResponse<'/imports/{id}/'>;
export type Shift = ItemOf<'/cash-management/shifts/'>;
export type Report = GetResponse<'/cash-management/shifts/{id}/x-report/'>;
export type JournalEntry = ItemOf<'/pos/journal/'>;
export type JournalGap = ItemOf<'/pos/journal/gaps/'>;
export type Review = ItemOf<'/payments/review/'>;
export type Settlement = ItemOf<'/payments/settlements/'>;
export type Difference = ItemOf<'/payments/settlements/{id}/differences/'>;
export type Jurisdiction = ItemOf<'/tax-jurisdictions/'>;
export type TaxRate = ItemOf<'/tax-rates/'>;
export type TaxClass = ItemOf<'/tax-classes/'>;
export type ShippingZone = ItemOf<'/shipping-zones/'>;
export type StaffRole = ItemOf<'/roles/'>;
export type Till = ItemOf<'/stores/{store}/terminals/'>;
export type TileRecord = GetResponse<'/till-tiles/{store}/'>;
export type ScaleLabel = ItemOf<'/barcode-patterns/'>;
export type PairedDevice = ItemOf<'/stores/{store}/paired-devices/'>;
export type User = ItemOf<'/users/'>;
export type Block = ItemOf<'/ops/blocks/'>;
export type WorkItem = ItemOf<'/ops/work/'>;
export type Job = ItemOf<'/ops/jobs/'>;
export type InvariantCheck = GetResponse<'/ops/invariants/'>['checks'][number];
export type Campaign = ItemOf<'/campaigns/'>;
export type Promotion = ItemOf<'/promotions/'>;
export type PromoCode = ItemOf<'/promo-codes/'>;
export type Category = ItemOf<'/categories/'>;
export type Brand = ItemOf<'/brands/'>;
export type Collection = ItemOf<'/collections/'>;
export type SearchSynonyms = ItemOf<'/search-synonyms/'>;
export type SearchMiss = ItemOf<'/search-misses/'>;
export type Credential = ItemOf<'/compliance/kyc/credentials/'>;
export type PurchaseLimit = ItemOf<'/compliance/purchase-limits/'>;
export type ComplianceCheck = ItemOf<'/compliance/checks/'>;
export type PaymentMethod = ItemOf<'/payment-methods/'>;
export type PriceList = ItemOf<'/price-lists/'>;
export type Price = ItemOf<'/prices/'>;
export type PriceGap = ItemOf<'/prices/gaps/'>;
export type BulkPrices =
  paths['/prices/bulk/']['post']['responses'][200]['content']['application/json'];
export type Customer = ItemOf<'/customers/'>;
export type CustomerProfile = GetResponse<'/customers/{id}/'>;
export type CustomerView = ItemOf<'/customers/{id}/views/'>;
export type LiabilityRow = GetResponse<'/value-accounts/liability/'>['liabilities'][number];
export type Tier = ItemOf<'/loyalty/tiers/'>;
export type AbTest = ItemOf<'/ab-tests/'>;
export type Endpoint = ItemOf<'/webhook-endpoints/'>;
export type MailTemplate = ItemOf<'/mail-templates/{store}/'>;
export type Retention = ItemOf<'/retention/'>;
export type ReportSchedule = ItemOf<'/report-schedules/'>;
export type Agent = ItemOf<'/agents/'>;
export type ProductReview = ItemOf<'/reviews/'>;
