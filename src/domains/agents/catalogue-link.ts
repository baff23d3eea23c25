import type { Platform } from '../../platform/platform.js';

/**
 * The `Link` header of the discovery documents. Their schemas have no field for a product feed or a
 * search of another shape, so the header says where both are.
 */
export const catalogueLink = ({ config }: Pick<Platform, 'config'>): string =>
  [
    `<${config.publicUrl}/feed.xml>; rel="alternate"; type="application/xml"; title="Products"`,
    `<${config.publicUrl}/openapi.json>; rel="service-desc"; type="application/json"`,
  ].join(', ');
