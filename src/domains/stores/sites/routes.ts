import type { Tx } from '../../../platform/database/tx.js';
import { resourceRoutes } from '../../../platform/http/resource.js';
import { Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { office, staff } from '../../access/index.js';
import { siteDeleted } from '../events.js';
import { removeUnused } from '../remove.js';
import { deleteSite, listSites, type Site, siteById } from './repository.js';
import { saveSite } from './save-site.js';
import { SiteAnswer, SiteBody } from './schemas.js';

const presentSite = (site: Site) => ({
  ...site,
  created_at: site.created_at.toISOString(),
  updated_at: site.updated_at.toISOString(),
});

const removeSite = async (tx: Tx, id: string): Promise<void> =>
  removeUnused(tx, { name: 'Site', deleted: siteDeleted }, await siteById(tx, id), deleteSite);

export function siteRoutes(app: App, platform: Platform): void {
  resourceRoutes(app, platform, {
    path: '/sites/',
    tag: 'Sites',
    noun: 'Site',
    id: Uuid,
    read: staff('store.read'),
    write: office('store.manage'),
    body: SiteBody,
    answer: SiteAnswer,
    list: listSites,
    keyOf: site => site.code,
    find: siteById,
    save: saveSite,
    remove: removeSite,
    present: presentSite,
  });
}
