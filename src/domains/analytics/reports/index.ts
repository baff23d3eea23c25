import { hourlyTraffic } from './commerce/hourly-traffic.js';
import { overview } from './commerce/overview.js';
import { products } from './commerce/products.js';
import { sales } from './commerce/sales.js';
import type { Report } from './report.js';

export const reports: readonly Report[] = [overview, sales, products, hourlyTraffic];
