import type { Domain } from '../domain.js';
import { jobs, schedules } from './jobs.js';
import { routes } from './routes.js';

export {
  ageOf,
  type BundlePart,
  goodsIn,
  gramsOf,
  highestAge,
  isSold,
  type PartRow,
  partOf,
} from './bundles/parts.js';
export {
  bundlesOf,
  kycSql,
  partsOnSaleSql,
  partsSql,
  partWeightSql,
} from './bundles/repository.js';
export {
  changeGoods,
  lockGoods,
  productProblems,
  variantProblems,
} from './change-goods.js';
export { type CatalogChange, KEPT_REASONS, type Kept } from './changes.js';
export { describeGoods, GoodsFields, type GoodsNames, presentGoods } from './describe-goods.js';
export {
  categoryDeleted,
  categorySaved,
  productSaved,
  variantDeleted,
  variantSaved,
} from './events.js';
export { attachPicture } from './pictures/attach-picture.js';
export { isColour, pictureFor, picturesFor } from './pictures/choose-pictures.js';
export { detachPicture } from './pictures/detach-picture.js';
export { presentProductPicture } from './pictures/present.js';
export { lineImageSql } from './pictures/repository.js';
export { ProductPicture } from './pictures/schemas.js';
export type { ProductFilter } from './products/filter-repository.js';
export { findByCode, type PricesOf } from './products/find-by-code.js';
export { listProducts } from './products/list-repository.js';
export {
  countMatchingProducts,
  countMatchingVariants,
  type GoodsFilter,
  listMatchingProducts,
  listMatchingVariants,
  lockMatched,
  matchingGoods,
} from './products/matching-repository.js';
export { type Choice, choicesOf } from './products/options.js';
export { cursorKey, positionOf } from './products/page-position.js';
export {
  createPutBatch,
  flushPutBatch,
  type PutBatch,
  readAheadProducts,
} from './products/put-batch.js';
export {
  type ProductRow,
  type PutAction,
  putProduct,
} from './products/put-product.js';
export {
  type Product,
  productByRef,
  productsByIds,
} from './products/repository.js';
export { saveProduct } from './products/save-product.js';
export {
  CodeParams,
  CodeQuery,
  productFilters,
  ScannedProduct,
} from './products/schemas.js';
export type { ReferenceKind } from './references/kinds.js';
export {
  changeMembersSql,
  hasMoreMembers,
  setAutomatic,
} from './references/members-repository.js';
export { removeReference, takeOutProducts } from './references/remove-reference.js';
export { findReference, listReferences } from './references/repository.js';
export { saveReference } from './references/save-reference.js';
export { ORDERINGS, readOrdering, STATUSES, type Status, slugOf, statusOf } from './rules.js';
export { isCommon, MAX_SCANNED_ROWS, variantMatches } from './search-repository.js';
export { undoCatalogChange } from './undo-catalog-change.js';
export { rememberedVariants } from './variants/remembered-variants.js';
export {
  lockVariantCosts,
  matchingVariantIds,
  nameMatches,
  variantsWithCodes,
} from './variants/repository.js';
export { saveVariant } from './variants/save-variant.js';
export { CONTENT_UNITS, Cost } from './variants/schemas.js';
export {
  findVariant,
  type SellableVariant,
  variantsByIds,
  variantsBySkus,
} from './variants/selling.js';

export const catalog: Domain = {
  name: 'catalog',
  routes: { office: routes },
  jobs,
  schedules,
};
