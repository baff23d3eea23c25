import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { siteSaved } from '../events.js';
import { insertSite, type Site, siteById, updateSite } from './repository.js';
import type { SiteBody } from './schemas.js';

/** Creates a site if `id` is undefined, or changes it. */
export async function saveSite(
  tx: Tx,
  id: string | undefined,
  change: Partial<Static<typeof SiteBody>>,
): Promise<Site> {
  const siteId = id ?? newId();
  try {
    if (id === undefined)
      await insertSite(tx, { ...(change as Static<typeof SiteBody>), id: siteId });
    else await updateSite(tx, id, change);
  } catch (error) {
    if (brokenConstraint(error)?.startsWith('sites_')) {
      throw conflict('DUPLICATE', 'Another site has this code or content id.');
    }
    throw error;
  }
  const site = await siteById(tx, siteId);
  if (site === undefined) throw notFound('Site');
  await record(tx, siteSaved(site));
  return site;
}
