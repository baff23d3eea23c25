import type { Domain } from '../domain.js';
import { cardRoutes } from './card-routes.js';
import { catalogueRoutes } from './catalogue/routes.js';
import { dsfinvkRoutes } from './dsfinvk/routes.js';
import { heldRoutes } from './held/routes.js';
import { jobs, schedules } from './jobs.js';
import { journalRoutes, syncRoutes } from './journal/routes.js';
import { openSaleRoutes } from './open-sale-routes.js';
import { orderRoutes } from './order-routes.js';
import { pairingRoutes } from './pairing-routes.js';
import { quoteRoutes } from './quote-routes.js';
import { routes } from './routes.js';
import { terminalRoutes } from './terminal-routes.js';
import { tileRoutes } from './tiles/routes.js';

export { presentVersion } from './catalogue/packed-catalogue.js';
export { createSale, customerOf, openStore, tenderFields } from './create-sale.js';
export { HELD_SALES } from './held/clear-held-sales.js';
export { eraseHeldSales, moveHeldSales } from './held/held-sale-repository.js';
export { countMissingEntries } from './journal/gap-repository.js';
export { journalInvariants } from './journal/invariant-repository.js';
export {
  countHeldEntries,
  eraseInJournal,
  eraseJournalOf,
  moveJournal,
} from './journal/journal-repository.js';
export { LineOfSale } from './open-sale-schemas.js';
export {
  CreateBody,
  GiftCards,
  GOODS,
  PaymentBody,
  PromoCodes,
  SaleLabels,
} from './schemas.js';

export { TILES_SECTION } from './tiles/section.js';

export const pos: Domain = {
  name: 'pos',
  routes: {
    till: (app, platform) => {
      routes(app, platform);
      quoteRoutes(app, platform);
      cardRoutes(app, platform);
      openSaleRoutes(app, platform);
      heldRoutes(app, platform);
      orderRoutes(app, platform);
      syncRoutes(app, platform);
      catalogueRoutes(app, platform);
    },
    office: (app, platform) => {
      terminalRoutes(app, platform);
      pairingRoutes(app, platform);
      journalRoutes(app, platform);
      tileRoutes(app, platform);
      dsfinvkRoutes(app, platform);
    },
  },
  jobs,
  schedules,
};
