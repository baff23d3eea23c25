import type { Translation } from '../../shared/i18n/texts.js';
import { agents } from './de/agents.js';
import { audit } from './de/audit.js';
import { collectionRules } from './de/collection-rules.js';
import { comparison } from './de/comparison.js';
import { compliance } from './de/compliance.js';
import { copy } from './de/copy.js';
import { counts } from './de/counts.js';
import { customers } from './de/customers.js';
import { hardware } from './de/hardware.js';
import { hours } from './de/hours.js';
import { imports } from './de/imports.js';
import { invitations } from './de/invitations.js';
import { journal } from './de/journal.js';
import { layaways } from './de/layaways.js';
import { legal } from './de/legal.js';
import { mails } from './de/mails.js';
import { methods } from './de/methods.js';
import { operations } from './de/operations.js';
import { palette } from './de/palette.js';
import { payments } from './de/payments.js';
import { prices } from './de/prices.js';
import { products } from './de/products.js';
import { promotions } from './de/promotions.js';
import { purchasing } from './de/purchasing.js';
import { reports } from './de/reports.js';
import { retention } from './de/retention.js';
import { returns } from './de/returns.js';
import { reviews } from './de/reviews.js';
import { roles } from './de/roles.js';
import { sales } from './de/sales.js';
import { schedules } from './de/schedules.js';
import { search } from './de/search.js';
import { sentMails } from './de/sent-mails.js';
import { setup } from './de/setup.js';
import { shell } from './de/shell.js';
import { shipping } from './de/shipping.js';
import { signIn } from './de/sign-in.js';
import { steps } from './de/steps.js';
import { store } from './de/store.js';
import { suppliers } from './de/suppliers.js';
import { system } from './de/system.js';
import { taskCauses } from './de/task-causes.js';
import { taxes } from './de/taxes.js';
import { theme } from './de/theme.js';
import { tillJournal } from './de/till-journal.js';
import { transfers } from './de/transfers.js';
import { value } from './de/value.js';
import { zones } from './de/zones.js';
import type { en } from './en.js';

export const de: Translation<typeof en> = {
  ...shell,
  ...palette,
  ...agents,
  ...audit,
  ...setup,
  ...sentMails,
  ...legal,
  ...theme,
  ...methods,
  ...customers,
  ...invitations,
  ...compliance,
  ...value,
  ...layaways,
  ...retention,
  ...operations,
  ...returns,
  ...reviews,
  ...roles,
  ...hardware,
  ...sales,
  ...shipping,
  ...signIn,
  ...steps,
  ...store,
  ...taskCauses,
  ...system,
  ...reports,
  ...collectionRules,
  ...comparison,
  ...schedules,
  ...mails,
  ...journal,
  ...tillJournal,
  ...purchasing,
  ...suppliers,
  ...transfers,
  ...copy,
  ...counts,
  ...zones,
  ...promotions,
  ...prices,
  ...products,
  ...search,
  ...imports,
  ...hours,
  ...payments,
  ...taxes,
};
