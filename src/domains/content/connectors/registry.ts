import type { Platform } from '../../../platform/platform.js';
import type { Connector } from './connector.js';
import { localConnector } from './local.js';
import { sanityConnector } from './sanity.js';

/** The configured content system, or the built-in store if none is configured. */
export function connectorFor(platform: Platform): Connector {
  const { projectId, apiToken: token, apiHost: host } = platform.config.cms;
  const isConfigured = token !== undefined && (projectId ?? host) !== undefined;
  if (!isConfigured) return localConnector(platform);
  return sanityConnector({ projectId, host, token, dataset: platform.config.webhooks.cmsDataset });
}
