import { statement } from '../../src/platform/database/tx.js';
import type { Dice } from '../support/dice.js';
import { pause } from './clients.js';
import type { Load } from './mixed-load.js';
import type { Fault } from './run-fault.js';
import type { World } from './world.js';

type Injection = (world: World, random: Dice, repair: () => void, load: Load) => Promise<void>;

/** Network faults between clients, service and database. */
const BAD_NETWORK: Record<string, Injection> = {
  'clients are cut off': async ({ front }) => front?.cut(),
  'answers to clients are lost': async ({ front }, random) => {
    front?.dropResponses();
    await pause(random.between(50, 400));
    front?.cut();
  },
  'clients wait': async ({ front }, random) => {
    front?.stall();
    await pause(random.between(200, 2_500));
    front?.resume();
  },
  'the database is cut off': async ({ back }) => back?.cut(),
  'answers of the database are lost': async ({ back }, random) => {
    back?.dropResponses();
    await pause(random.between(20, 300));
    back?.cut();
  },
  'the database is silent': async ({ back }, random) => {
    back?.stall();
    await pause(random.between(200, 2_500));
    back?.resume();
  },
};

/** Several faults in a row, so that a retry meets the next one. */
export const network: Fault = {
  name: 'network',
  does: 'connections cut, answers lost and silence, on both sides of the service',
  rounds: 20,
  world: { proxied: true },
  timeoutMs: 2_000,
  inject: async (world, random, repair, load) => {
    for (let n = 0; n < 4; n += 1) {
      await random.pick(Object.values(BAD_NETWORK))(world, random, repair, load);
      await pause(random.between(0, 150));
    }
    repair();
  },
};

export const workers: Fault = {
  name: 'workers',
  does: 'the connections of the job workers are terminated',
  rounds: 20,
  world: {},
  inject: async ({ db }, random, repair) => {
    for (let n = 0; n < 5; n += 1) {
      await statement(
        db,
        `select pg_terminate_backend(pid) from pg_stat_activity
         where application_name = 'tillhouse-jobs' or application_name like 'tillhouse pool%'`,
      );
      await pause(random.between(5, 300));
    }
    repair();
  },
};

export const redis: Fault = {
  name: 'redis',
  does: 'Redis is killed and comes back',
  rounds: 10,
  world: { redis: true },
  inject: async (world, random, repair) => {
    await world.stopRedis();
    await pause(random.between(100, 1_500));
    repair();
    await world.startRedis();
  },
};

export const disk: Fault = {
  name: 'disk',
  does: 'the disk of the database is full',
  rounds: 5,
  world: { smallDisk: true },
  inject: async ({ disk: small, ledger }, random, repair) => {
    await small?.fill(random.pick([0, 65_536, 524_288]));
    const refused = (): number => ledger.answers.get('503') ?? 0;
    const before = refused();
    // Data files have spare room inside; the disk counts as full once a write was refused.
    for (let n = 0; n < 200 && refused() === before; n += 1) await pause(50);
    await pause(random.between(200, 1_500));
    await small?.fill(0);
    repair();
    await small?.free();
  },
};
