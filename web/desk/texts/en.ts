import { agents } from './en/agents.js';
import { audit } from './en/audit.js';
import { collectionRules } from './en/collection-rules.js';
import { comparison } from './en/comparison.js';
import { compliance } from './en/compliance.js';
import { copy } from './en/copy.js';
import { counts } from './en/counts.js';
import { customers } from './en/customers.js';
import { hardware } from './en/hardware.js';
import { hours } from './en/hours.js';
import { imports } from './en/imports.js';
import { invitations } from './en/invitations.js';
import { journal } from './en/journal.js';
import { layaways } from './en/layaways.js';
import { legal } from './en/legal.js';
import { mails } from './en/mails.js';
import { methods } from './en/methods.js';
import { operations } from './en/operations.js';
import { palette } from './en/palette.js';
import { payments } from './en/payments.js';
import { prices } from './en/prices.js';
import { products } from './en/products.js';
import { promotions } from './en/promotions.js';
import { purchasing } from './en/purchasing.js';
import { reports } from './en/reports.js';
import { retention } from './en/retention.js';
import { returns } from './en/returns.js';
import { reviews } from './en/reviews.js';
import { roles } from './en/roles.js';
import { sales } from './en/sales.js';
import { schedules } from './en/schedules.js';
import { search } from './en/search.js';
import { sentMails } from './en/sent-mails.js';
import { setup } from './en/setup.js';
import { shell } from './en/shell.js';
import { shipping } from './en/shipping.js';
import { signIn } from './en/sign-in.js';
import { steps } from './en/steps.js';
import { store } from './en/store.js';
import { suppliers } from './en/suppliers.js';
import { system } from './en/system.js';
import { taskCauses } from './en/task-causes.js';
import { taxes } from './en/taxes.js';
import { theme } from './en/theme.js';
import { tillJournal } from './en/till-journal.js';
import { transfers } from './en/transfers.js';
import { value } from './en/value.js';
import { zones } from './en/zones.js';

export const en = {
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
} as const;
