import type { Platform } from '../../platform/platform.js';
import { readState } from './repository.js';

const CHANNEL = 'setup.base-currency';

/**
 * Lets the currency that the first store decided take effect on this node, at start and when another
 * node opens the first store. `BASE_CURRENCY` of the environment wins over it.
 */
export async function followBaseCurrency(platform: Platform): Promise<() => Promise<void>> {
  const { bus, log } = platform;
  const reload = (): void => {
    loadBaseCurrency(platform).catch((error: unknown) => {
      log.error({ err: error }, 'reading the base currency failed');
    });
  };
  const stop = await bus.subscribe(CHANNEL, reload, reload);
  await loadBaseCurrency(platform);
  return stop;
}

async function loadBaseCurrency({ config, db, log }: Platform): Promise<void> {
  const { base_currency: chosen } = await readState(db);
  if (chosen === null || chosen === config.baseCurrency) return;
  if (config.isBaseCurrencySet) {
    log.warn(
      { chosen, configured: config.baseCurrency },
      'BASE_CURRENCY differs from the currency of the first store, and wins over it',
    );
    return;
  }
  // The one setting that the shop itself decides: every reader of the configuration sees it.
  config.baseCurrency = chosen;
}

/** Call after the commit. */
export async function announceBaseCurrency(platform: Platform): Promise<void> {
  await loadBaseCurrency(platform);
  await platform.bus.publish(CHANNEL, {});
}
