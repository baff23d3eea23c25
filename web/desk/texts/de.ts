import type { Translation } from '../../shared/i18n/texts.js';
import { audit } from './de/audit.js';
import { counts } from './de/counts.js';
import { customers } from './de/customers.js';
import { hardware } from './de/hardware.js';
import { hours } from './de/hours.js';
import { imports } from './de/imports.js';
import { journal } from './de/journal.js';
import { layaways } from './de/layaways.js';
import { methods } from './de/methods.js';
import { palette } from './de/palette.js';
import { payments } from './de/payments.js';
import { prices } from './de/prices.js';
import { products } from './de/products.js';
import { promotions } from './de/promotions.js';
import { purchasing } from './de/purchasing.js';
import { reports } from './de/reports.js';
import { roles } from './de/roles.js';
import { sales } from './de/sales.js';
import { search } from './de/search.js';
import { setup } from './de/setup.js';
import { shell } from './de/shell.js';
import { shipping } from './de/shipping.js';
import { steps } from './de/steps.js';
import { store } from './de/store.js';
import { suppliers } from './de/suppliers.js';
import { system } from './de/system.js';
import { taxes } from './de/taxes.js';
import { tillJournal } from './de/till-journal.js';
import { transfers } from './de/transfers.js';
import { value } from './de/value.js';
import type { en } from './en.js';

export const de: Translation<typeof en> = {
  ...shell,
  ...palette,
  ...audit,
  ...setup,
  ...methods,
  ...customers,
  ...value,
  ...layaways,
  ...roles,
  ...hardware,
  ...sales,
  ...shipping,
  ...steps,
  ...store,
  ...system,
  ...reports,
  ...journal,
  ...tillJournal,
  ...purchasing,
  ...suppliers,
  ...transfers,
  ...counts,
  ...promotions,
  ...prices,
  ...products,
  ...search,
  ...imports,
  ...hours,
  ...payments,
  ...taxes,
};
