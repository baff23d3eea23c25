import { audit } from './en/audit.js';
import { customers } from './en/customers.js';
import { imports } from './en/imports.js';
import { journal } from './en/journal.js';
import { layaways } from './en/layaways.js';
import { methods } from './en/methods.js';
import { palette } from './en/palette.js';
import { payments } from './en/payments.js';
import { prices } from './en/prices.js';
import { products } from './en/products.js';
import { promotions } from './en/promotions.js';
import { purchasing } from './en/purchasing.js';
import { reports } from './en/reports.js';
import { sales } from './en/sales.js';
import { setup } from './en/setup.js';
import { shell } from './en/shell.js';
import { steps } from './en/steps.js';
import { store } from './en/store.js';
import { system } from './en/system.js';
import { taxes } from './en/taxes.js';
import { value } from './en/value.js';

export const en = {
  ...shell,
  ...palette,
  ...audit,
  ...setup,
  ...methods,
  ...customers,
  ...value,
  ...layaways,
  ...sales,
  ...steps,
  ...store,
  ...system,
  ...reports,
  ...journal,
  ...purchasing,
  ...promotions,
  ...prices,
  ...products,
  ...imports,
  ...payments,
  ...taxes,
} as const;
