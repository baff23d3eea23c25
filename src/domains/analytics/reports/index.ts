import { hourlyTraffic } from './commerce/hourly-traffic.js';
import { overview } from './commerce/overview.js';
import { products } from './commerce/products.js';
import { sales } from './commerce/sales.js';
import { comparison } from './comparison/comparison.js';
import { discounts } from './growth/discounts.js';
import { promotions } from './growth/promotions.js';
import { fulfillment } from './operations/fulfillment.js';
import { inventory } from './operations/inventory.js';
import { procurement } from './operations/procurement.js';
import { customers } from './people/customers.js';
import type { Report } from './report.js';
import { deadStock } from './stock/dead-stock.js';
import { sellThrough } from './stock/sell-through.js';
import { infrastructure } from './system/infrastructure.js';

export const reports: readonly Report[] = [
  overview,
  sales,
  products,
  hourlyTraffic,
  inventory,
  fulfillment,
  procurement,
  customers,
  promotions,
  discounts,
  infrastructure,
  comparison,
  sellThrough,
  deadStock,
];
