import type { Domain } from '../domain.js';
import { articleRoutes } from './article-routes.js';
import { supplierRoutes } from './routes.js';

export {
  type Delivery,
  deliveriesOf,
  type PreferredArticle,
  preferredArticles,
} from './article-repository.js';
export { supplierDeleted, supplierSaved } from './events.js';
export { productsOfSupplier } from './products-repository.js';
export { putPreferred, type SupplierUndo } from './put-preferred.js';
export { findSupplier, supplierNamed } from './repository.js';
export { undoPreferred } from './undo-preferred.js';

export const suppliers: Domain = {
  name: 'suppliers',
  routes: {
    office: (app, platform) => {
      supplierRoutes(app, platform);
      articleRoutes(app, platform);
    },
  },
};
