import type { Domain } from '../domain.js';
import { routes } from './routes.js';
import { shopRoutes } from './shop-routes.js';

export { firstReviews } from './first-reviews.js';
export { eraseReviews, moveReviews, type Rating, ratingsOf } from './repository.js';

export const reviews: Domain = { name: 'reviews', routes: { office: routes, shop: shopRoutes } };
