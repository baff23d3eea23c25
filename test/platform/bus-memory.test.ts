import { createBus } from '../../src/platform/bus/index.js';
import { createLog } from '../../src/platform/log.js';
import { describeBus } from './bus-contract.js';

describeBus('memory', async () => {
  const bus = createBus({ log: createLog('silent') });
  return { connect: () => bus, stop: async () => undefined };
});
