import { pause } from './clients.js';
import type { Fault } from './run-fault.js';

export const service: Fault = {
  name: 'service',
  does: 'kill -9 of the service',
  rounds: 50,
  world: {},
  strike: async (world, _luck, mend) => {
    await world.service.kill();
    mend();
    await world.restartService();
  },
};

export const postgres: Fault = {
  name: 'postgres',
  does: 'kill -9 of PostgreSQL and all its backends',
  rounds: 50,
  world: {},
  strike: async (world, luck, mend) => {
    await world.killPostgres();
    await pause(luck.between(0, 400));
    mend();
    await world.startPostgres();
  },
};
