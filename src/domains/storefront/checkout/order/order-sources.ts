import type { Reader, Tx } from '../../../../platform/database/tx.js';
import type { Platform } from '../../../../platform/platform.js';
import type { ReferenceSnapshot } from '../../../../platform/reference-data/index.js';
import { type SellableVariant, variantsByIds } from '../../../catalog/index.js';
import { isPurchaseLimited, rememberedLimited } from '../../../compliance/index.js';
import { type ProcessorType, refuseUncharged } from '../../../payments/index.js';
import { type PriceBuyer, pricesFromDatabase, pricesFromMemory } from '../../../prices/index.js';
import type { Promotion } from '../../../pricing/index.js';
import { rememberedPromotions } from '../../../promotions/index.js';
import { hashesOfCode, type PayingAccount, payingAccount } from '../../../stored-value/index.js';
import { atStorePrices } from '../../carts/at-store-prices.js';
import type { CartLine, UnpricedCart } from '../../carts/repository.js';
import { type PromotionsQuery, promotionsFor } from './promotions.js';

/** Where an order gets its articles, promotions and limits from. */
export type OrderSources = {
  reader: Reader;
  /** The lines of a cart at the prices of its store. */
  priced(buyer: PriceBuyer, lines: UnpricedCart['lines']): Promise<CartLine[]>;
  variants(ids: readonly string[]): Promise<SellableVariant[]>;
  promotions(query: PromotionsQuery): Promise<Promotion[]>;
  isLimited(storeId: string, lines: readonly { variantId: string }[]): Promise<boolean>;
  /** Refuses a processor that would charge nobody. */
  refuseUncharged(type: ProcessorType): void;
  /** The gift card or store credit of a code. */
  account(code: string): Promise<PayingAccount | null>;
};

export const fromDatabase = (platform: Platform, tx: Tx): OrderSources => ({
  reader: tx,
  priced: (buyer, lines) => atStorePrices(platform, pricesFromDatabase(tx), buyer, lines),
  variants: ids => variantsByIds(tx, ids),
  promotions: query => promotionsFor(tx, query),
  isLimited: (storeId, lines) => isPurchaseLimited(tx, storeId, lines),
  refuseUncharged: type => refuseUncharged(platform, type),
  account: code => accountOf(platform, tx, code),
});

/**
 * The statement that opens the attempt compares the version of `data`. `usesBudgets` after pricing: a
 * promotion may belong to a campaign, whose budget the order then has to charge.
 */
export const fromMemory = (
  platform: Platform,
  data: ReferenceSnapshot,
  { db } = platform,
): OrderSources & { usesBudgets: boolean } => ({
  usesBudgets: false,
  reader: db,
  priced: (buyer, lines) => atStorePrices(platform, pricesFromMemory(data, db), buyer, lines),
  variants: async ids => {
    const found = await Promise.all(
      ids.map(id =>
        data.remember(`variant ${id}`, async () => (await variantsByIds(db, [id]))[0] ?? null),
      ),
    );
    return found.filter(variant => variant !== null);
  },
  async promotions(query) {
    const remembered =
      query.code === null ? await rememberedPromotions(data, db, query) : undefined;
    this.usesBudgets = remembered === undefined;
    return remembered ?? promotionsFor(db, query);
  },
  isLimited: (storeId, lines) => rememberedLimited(data, db, storeId, lines),
  refuseUncharged: type => refuseUncharged(platform, type),
  account: code => accountOf(platform, db, code),
});

const accountOf = ({ config }: Platform, reader: Reader, code: string) =>
  payingAccount(reader, {
    creditCode: code.trim().toUpperCase(),
    giftCardHashes: hashesOfCode(config, code),
  });
