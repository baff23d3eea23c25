import { connect } from '../../src/platform/database/connect.js';
import { atomically } from '../../src/platform/database/tx.js';
import { createLog } from '../../src/platform/log.js';
import type { Platform } from '../../src/platform/platform.js';
import { record } from '../../src/platform/work/events/outbox.js';
import { type Sequencer, startSequencer } from '../../src/platform/work/events/sequencer.js';
import { looseEvent } from '../support/loose-event.js';
import { cloneDatabase, openShop } from '../support/service.js';

export type SilentLog = {
  platform: Platform;
  url: string;
  sequencer: Sequencer;
  /** Events of a store, or of the whole chain, in the log when it resolves. */
  sell(store: string | null, ...numbers: number[]): Promise<void>;
  close(): Promise<void>;
};

/** A database of its own whose events are numbered, with no consumers but those of the test. */
export async function openSilentLog(parts: Partial<Platform> = {}): Promise<SilentLog> {
  const shop = await openShop({ background: false });
  const own = await cloneDatabase();
  const { db, close } = connect(own.url, { poolSize: 6, log: createLog('silent') });
  const platform = { ...shop.platform, ...parts, db };
  const sequencer = startSequencer(platform);
  return {
    platform,
    url: own.url,
    sequencer,
    sell: async (storeId, ...numbers) => {
      const events = numbers.map(n => looseEvent('test.sold', { storeId, data: { n } }, true));
      await atomically(db, tx => record(tx, ...events));
      await sequencer.drain();
    },
    close: async () => {
      await sequencer.stop();
      await close();
      await own.drop();
      await shop.close();
    },
  };
}
