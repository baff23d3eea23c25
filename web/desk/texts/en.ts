import { audit } from './en/audit.js';
import { customers } from './en/customers.js';
import { hardware } from './en/hardware.js';
import { imports } from './en/imports.js';
import { layaways } from './en/layaways.js';
import { methods } from './en/methods.js';
import { payments } from './en/payments.js';
import { prices } from './en/prices.js';
import { products } from './en/products.js';
import { promotions } from './en/promotions.js';
import { purchasing } from './en/purchasing.js';
import { reports } from './en/reports.js';
import { sales } from './en/sales.js';
import { setup } from './en/setup.js';
import { shell } from './en/shell.js';
import { store } from './en/store.js';
import { system } from './en/system.js';
import { taxes } from './en/taxes.js';
import { value } from './en/value.js';

export const en = {
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
} as const;
