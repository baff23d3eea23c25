import type { Platform } from '../../../platform/platform.js';
import type { Connector } from './connector.js';
import { localConnector } from './local.js';
import { type SanityOptions, sanityConnector } from './sanity.js';

function sanityOptions({ config }: Platform): SanityOptions | undefined {
  const { projectId, apiToken: token, apiHost: host } = config.cms;
  if (token === undefined || (projectId ?? host) === undefined) return undefined;
  return { projectId, host, token, dataset: config.webhooks.cmsDataset };
}

/** The configured content system, or the built-in store if none is configured. */
export function connectorFor(platform: Platform): Connector {
  const sanity = sanityOptions(platform);
  return sanity === undefined ? localConnector(platform) : sanityConnector(sanity);
}

export const BUILT_IN = 'built-in';

/**
 * The name of the place that changed records are pushed to. Undefined while no content system is
 * configured: the built-in store then keeps only what webhooks and manual syncs put into it.
 */
export function mirrorTarget(platform: Platform): string | undefined {
  const sanity = sanityOptions(platform);
  if (sanity !== undefined) return `${sanity.projectId ?? sanity.host}/${sanity.dataset}`;
  return platform.config.cms.builtIn ? BUILT_IN : undefined;
}
