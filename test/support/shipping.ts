import { statement } from '../../src/platform/database/tx.js';
import type { Platform } from '../../src/platform/platform.js';

/** The demo stores then ship everywhere at their own rates, or to zones that the test makes. */
export const removeShippingZones = async ({ platform }: { platform: Platform }): Promise<void> => {
  await statement(platform.db, 'delete from shipping_zones');
};
