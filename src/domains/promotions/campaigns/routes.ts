import { atomically } from '../../../platform/database/tx.js';
import { Params, Uuid } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff, staffOf, storeScope } from '../../access/index.js';
import { recordRoutes } from '../record-routes.js';
import { dropRunning } from '../selling/running-promotions.js';
import { isVisible } from '../store-access.js';
import { presentCampaign } from './present.js';
import { removeCampaign } from './remove-campaign.js';
import { type Campaign, campaignById, listCampaigns, spentByCurrency } from './repository.js';
import { CAMPAIGN_ACTIONS, type CampaignAction, type CampaignState } from './rules.js';
import { moveCampaign, saveCampaign } from './save-campaign.js';
import {
  CampaignAnswer,
  CampaignBody,
  CampaignFilters,
  type CampaignInput,
  ReportQuery,
  SummaryAnswer,
} from './schemas.js';
import { summariseCampaigns } from './summarise.js';

const tags = ['Campaigns'];

export function campaignRoutes(app: App, platform: Platform): void {
  const { clock } = platform;

  app.get(
    '/campaigns/analytics/summary/',
    {
      config: { access: staff('promotion.read') },
      schema: {
        tags,
        summary: 'Results of the campaigns: conversions, revenue, discount and lift',
        querystring: ReportQuery,
        response: { 200: SummaryAnswer },
      },
    },
    request => summariseCampaigns(platform, staffOf(request), request.query.days),
  );

  recordRoutes<Campaign, Partial<CampaignInput>, { status?: CampaignState }>(app, platform, {
    path: '/campaigns/',
    tag: 'Campaigns',
    noun: 'Campaign',
    key: { name: 'id', schema: Uuid },
    filters: CampaignFilters,
    body: CampaignBody,
    answer: CampaignAnswer,
    list: (reader, { caller, filter, after, limit }) =>
      listCampaigns(reader, { scope: storeScope(caller), ...filter }, clock.now(), after, limit),
    keyOf: campaign => campaign.id,
    find: async (reader, caller, id) => {
      const found = await campaignById(reader, id, clock.now());
      return found && isVisible(caller, found.store_ids) ? found : undefined;
    },
    save: (tx, caller, id, change) => saveCampaign(tx, caller, id, change, clock.now()),
    remove: (tx, caller, id) => removeCampaign(tx, caller, id, clock.now()),
    present: presentCampaign,
    detail: async campaign => ({
      ...presentCampaign(campaign),
      spent_by_currency: await spentByCurrency(platform.db, campaign.id),
    }),
    changed: dropRunning,
  });

  actionRoutes(app, platform);
}

function actionRoutes(app: App, platform: Platform): void {
  const { db, clock } = platform;
  for (const action of Object.keys(CAMPAIGN_ACTIONS) as CampaignAction[]) {
    app.post(
      `/campaigns/:id/${action}/`,
      {
        config: { access: staff('promotion.manage') },
        schema: {
          tags,
          summary: `Move a campaign: it becomes ${CAMPAIGN_ACTIONS[action]}`,
          params: Params({ id: Uuid }),
          response: { 200: CampaignAnswer },
        },
      },
      async request => {
        const { id } = request.params as { id: string };
        const moved = await atomically(db, tx =>
          moveCampaign(tx, staffOf(request), id, action, clock.now()),
        );
        await dropRunning(platform);
        return presentCampaign(moved);
      },
    );
  }
}
