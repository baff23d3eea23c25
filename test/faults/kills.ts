import { pause } from './clients.js';
import type { Fault } from './run-fault.js';

export const service: Fault = {
  name: 'service',
  does: 'kill -9 of the service',
  rounds: 50,
  world: {},
  inject: async (world, _random, repair) => {
    await world.service.kill();
    repair();
    await world.restartService();
  },
};

export const postgres: Fault = {
  name: 'postgres',
  does: 'kill -9 of PostgreSQL and all its backends',
  rounds: 50,
  world: {},
  inject: async (world, random, repair) => {
    await world.killPostgres();
    await pause(random.between(0, 400));
    repair();
    await world.startPostgres();
  },
};
