import type { Link } from '../../../tools/cluster/ha/index.js';
import { startTcpProxy, type TcpProxy } from '../../support/tcp-proxy.js';

type Relayed = Link & { proxy: TcpProxy };

/** The network between the database servers and to etcd, through which they reach each other. */
export type ClusterNetwork = {
  relay(link: Link, port: number): Promise<number>;
  /** Separates the two servers; with a node, that one from etcd too. */
  cut(how: 'silent' | 'refused', withoutEtcd?: number): void;
  mend(): void;
  close(): Promise<void>;
};

export function createNetwork(): ClusterNetwork {
  const links: Relayed[] = [];
  const between = (withoutEtcd: number | undefined): Relayed[] =>
    links.filter(({ from, node }) => from !== 'etcd' || node === withoutEtcd);
  return {
    relay: async (link, port) => {
      const proxy = await startTcpProxy(() => ({ host: '127.0.0.1', port }));
      links.push({ ...link, proxy });
      return proxy.port;
    },
    cut: (how, withoutEtcd) => {
      for (const { proxy } of between(withoutEtcd)) {
        if (how === 'silent') proxy.stall();
        else proxy.shut();
      }
    },
    mend: () => {
      for (const { proxy } of links) {
        // What was held back belongs to connections that both ends have given up.
        proxy.cut();
        proxy.resume();
        proxy.open();
      }
    },
    close: async () => {
      await Promise.all(links.map(({ proxy }) => proxy.close()));
    },
  };
}
