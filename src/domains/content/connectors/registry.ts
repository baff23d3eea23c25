import type { Platform } from '../../../platform/platform.js';
import type { Connector } from './connector.js';
import { localConnector } from './local.js';
import { sanityConnector } from './sanity.js';

/** The content system that is configured, or the built-in store while none is. */
export function connectorFor(platform: Platform): Connector {
  const { projectId, apiToken, apiHost } = platform.config.cms;
  const host = apiHost ?? (projectId && `https://${projectId}.api.sanity.io`);
  if (host === undefined || apiToken === undefined) return localConnector(platform);
  return sanityConnector({ host, token: apiToken, dataset: platform.config.webhooks.cmsDataset });
}
