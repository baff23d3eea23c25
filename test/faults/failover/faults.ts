import { Redis } from 'ioredis';
import type { HaNode } from '../../../tools/cluster/ha/index.js';
import { waitFor } from '../../../tools/cluster/ha/part.js';
import { REDIS_NAME } from '../../../tools/cluster/ha/settings.js';
import type { Dice } from '../../support/dice.js';
import type { Load } from '../mixed-load.js';
import type { Fault } from '../run-fault.js';
import { childrenOf } from '../world.js';
import { watchPauses } from './pauses.js';
import type { FailoverShop } from './shop.js';

/** What a fault of the cluster breaks, what ends the wait for it, and how it is repaired. */
type ClusterFault = {
  name: string;
  does: string;
  /** Happens before the time is taken; returns the primary of then. */
  prepare?(shop: FailoverShop, primary: HaNode): Promise<HaNode>;
  breaks(shop: FailoverShop, primary: HaNode, random: Dice): Promise<Expected>;
};
type Expected = {
  /** Resolves when the engine has a new primary; left out where it keeps the old one. */
  promoted?: Promise<unknown>;
  repair?(): Promise<void>;
};

export type FailoverFault = Pick<Fault<FailoverShop>, 'name' | 'does' | 'inject' | 'timeoutMs'>;

const WITHIN_MS = 120_000;
/** So many acknowledgements after a promotion: selling goes on. */
const AGAIN = 12;

/** The time is taken from the fault on. Afterwards the cluster is whole, as the next round needs it. */
const inCluster = ({ name, does, prepare, breaks }: ClusterFault): FailoverFault => ({
  name,
  does,
  timeoutMs: 5_000,
  inject: async (shop, random, repair, load) => {
    const first = await shop.cluster.whole();
    const primary = (await prepare?.(shop, first)) ?? first;
    const pauses = watchPauses(shop.ledger);
    const startedAt = performance.now();
    const { promoted, repair: mend } = await breaks(shop, primary, random);
    let promotedMs: number | undefined;
    await promoted?.then(() => {
      promotedMs = Math.round(performance.now() - startedAt);
    });
    await sellsAgain(load, name);
    const sellingMs = pauses.sellingMs();
    await mend?.();
    await shop.cluster.whole();
    await shop.readable();
    repair({ sellingMs, promotedMs });
  },
});

async function sellsAgain(load: Load, name: string): Promise<void> {
  if (await load.acknowledges(AGAIN, WITHIN_MS)) return;
  throw new Error(`${name}: the shop did not sell again within ${WITHIN_MS / 1_000} s`);
}

const another = ({ cluster }: FailoverShop, than: HaNode): Promise<HaNode> =>
  waitFor('a new primary', WITHIN_MS, async () => {
    const primary = await cluster.primary();
    return primary === than ? undefined : primary;
  });

/** PostgreSQL with its backends first: a stopped server starts no new ones. */
async function signal(node: HaNode, name: NodeJS.Signals): Promise<void> {
  const server = node.postmasterPid();
  const pids = server === undefined ? [] : [server, ...(await childrenOf(server))];
  for (const pid of [node.patroniPid(), ...pids]) {
    try {
      process.kill(pid, name);
    } catch {
      // It has ended since it was listed.
    }
  }
}

const killed: ClusterFault = {
  name: 'primary killed',
  does: 'kill -9 of the primary with its Patroni, as when its host fails',
  breaks: async (shop, primary) => {
    await signal(primary, 'SIGKILL');
    return { promoted: another(shop, primary), repair: () => primary.start() };
  },
};

const frozen: ClusterFault = {
  name: 'primary frozen',
  does: 'the primary and its Patroni stop without closing a connection, and wake up later',
  breaks: async (shop, primary) => {
    await signal(primary, 'SIGSTOP');
    return { promoted: another(shop, primary), repair: () => signal(primary, 'SIGCONT') };
  },
};

const separated: ClusterFault = {
  name: 'network cut',
  does: 'primary and standby do not reach each other; in every other round the primary has no etcd',
  breaks: async (shop, primary, random) => {
    const withoutEtcd = random.chance(0.5);
    const node = shop.cluster.nodes.indexOf(primary);
    shop.network.cut(random.pick(['silent', 'refused']), withoutEtcd ? node : undefined);
    const repair = async (): Promise<void> => shop.network.mend();
    return withoutEtcd ? { promoted: another(shop, primary), repair } : { repair };
  },
};

async function switchOver(shop: FailoverShop, primary: HaNode): Promise<Expected> {
  const done = shop.cluster.switchOver();
  return { promoted: done.then(() => another(shop, primary)) };
}

const switched: ClusterFault = {
  name: 'replica promoted',
  does: 'a switch-over by the operator',
  breaks: switchOver,
};

/** Ends with the rejoined server as the primary, so that the records compared are its own. */
const rejoined: ClusterFault = {
  name: 'old primary rejoined',
  does: 'a killed primary comes back while the other one sells, and takes over again',
  prepare: async (shop, primary) => {
    await signal(primary, 'SIGKILL');
    await another(shop, primary);
    await primary.start();
    return shop.cluster.whole();
  },
  breaks: switchOver,
};

/** The port of the Redis that the Sentinels name. */
async function redisPrimary({ cluster }: FailoverShop): Promise<number | undefined> {
  const sentinel = new Redis(cluster.redis.sentinelPorts[0] ?? 0, '127.0.0.1', {
    lazyConnect: true,
  });
  try {
    const answer = await sentinel.call('SENTINEL', 'get-master-addr-by-name', REDIS_NAME);
    return Number((answer as [string, string])[1]);
  } finally {
    sentinel.disconnect();
  }
}

const redisFault = (name: string, does: string, how: 'SIGKILL' | 'SIGSTOP'): ClusterFault => ({
  name,
  does,
  breaks: async shop => {
    const { servers } = shop.cluster.redis;
    const port = await waitFor('the Sentinels', WITHIN_MS, () => redisPrimary(shop));
    const server = servers.find(one => one.port === port);
    if (server === undefined) throw new Error(`no Redis listens at ${port}`);
    process.kill(server.pid(), how);
    const promoted = waitFor('a new Redis', WITHIN_MS, async () => {
      const now = await redisPrimary(shop);
      return now === port ? undefined : now;
    });
    const repair = async (): Promise<void> => {
      if (how === 'SIGKILL') await server.start();
      else process.kill(server.pid(), 'SIGCONT');
    };
    return { promoted, repair };
  },
});

export const FAILOVER_FAULTS: readonly FailoverFault[] = [
  killed,
  frozen,
  separated,
  switched,
  rejoined,
  redisFault('Redis killed', 'kill -9 of the primary Redis', 'SIGKILL'),
  redisFault('Redis frozen', 'the primary Redis stops without closing a connection', 'SIGSTOP'),
].map(inCluster);
