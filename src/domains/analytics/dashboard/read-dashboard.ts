import { readTextThrough } from '../../../platform/cache/index.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { shownQuantity } from '../../../platform/quantity.js';
import { presentGoods } from '../../catalog/index.js';
import { lowStock } from '../../inventory/index.js';
import { countActiveCampaigns } from '../../promotions/index.js';
import { findStore } from '../../stores/index.js';
import { amount, average } from '../figures.js';
import { recentSales, soldBetween } from './repository.js';
import { utcDay } from './rules.js';
import type { Dashboard } from './schemas.js';

/** Also the maximum age of the figures, because a sale does not invalidate the cache. */
const CACHE_SECONDS = 60;
const TOP_PRODUCTS = 5;
const LOW_STOCK_ALERTS = 10;
const RECENT_TRANSACTIONS = 10;

/**
 * Returns serialised JSON, so that a cached answer needs no parsing. The date is part of the key,
 * so that yesterday's figures are never served after midnight.
 */
export function readDashboard(platform: Platform, storeId: string): Promise<string> {
  const now = platform.clock.now();
  const key = `analytics:dashboard:${storeId}:${utcDay(now).date}`;
  return readTextThrough(platform.cache, key, CACHE_SECONDS, async () =>
    JSON.stringify(await summarise(platform, storeId, now)),
  );
}

async function summarise(
  { replica: db }: Platform,
  storeId: string,
  now: Date,
): Promise<Static<typeof Dashboard>> {
  const { from, to } = utcDay(now);
  const [store, sold, campaigns, levels, sales] = await Promise.all([
    findStore(db, storeId),
    soldBetween(db, storeId, from, to, TOP_PRODUCTS),
    countActiveCampaigns(db, now),
    lowStock(db, [storeId], LOW_STOCK_ALERTS),
    recentSales(db, storeId, RECENT_TRANSACTIONS),
  ]);
  const currency = store?.currency ?? '';
  return {
    kpis: {
      revenue_today: amount(sold.revenue, currency),
      transactions_today: sold.sales,
      avg_transaction_value: amount(average(sold.revenue, sold.sales), currency),
      active_promotions: campaigns,
    },
    top_products_today: sold.top,
    low_stock_alerts: levels.map(level => ({
      variant_sku: level.sku,
      name: level.name,
      ...presentGoods(level),
      stock_on_hand: shownQuantity(level.on_hand, level.unit),
      reorder_point: shownQuantity(level.reorder_point, level.unit),
    })),
    recent_transactions: sales.map(sale => ({
      transaction_id: sale.transaction_number,
      total: sale.total_amount,
      status: sale.status,
      timestamp: sale.created_at.toISOString(),
    })),
  };
}
