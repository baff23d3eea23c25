import type { Translation } from '../../shared/i18n/texts.js';
import { audit } from './de/audit.js';
import { customers } from './de/customers.js';
import { hardware } from './de/hardware.js';
import { imports } from './de/imports.js';
import { layaways } from './de/layaways.js';
import { methods } from './de/methods.js';
import { payments } from './de/payments.js';
import { prices } from './de/prices.js';
import { products } from './de/products.js';
import { promotions } from './de/promotions.js';
import { purchasing } from './de/purchasing.js';
import { reports } from './de/reports.js';
import { sales } from './de/sales.js';
import { setup } from './de/setup.js';
import { shell } from './de/shell.js';
import { store } from './de/store.js';
import { system } from './de/system.js';
import { taxes } from './de/taxes.js';
import { value } from './de/value.js';
import type { en } from './en.js';

export const de: Translation<typeof en> = {
  ...shell,
  ...audit,
  ...setup,
  ...methods,
  ...customers,
  ...value,
  ...layaways,
  ...hardware,
  ...sales,
  ...store,
  ...system,
  ...reports,
  ...purchasing,
  ...promotions,
  ...prices,
  ...products,
  ...imports,
  ...payments,
  ...taxes,
};
