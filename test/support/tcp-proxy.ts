import { once } from 'node:events';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';

/** Network faults between client and server. */
export type NetworkFaults = {
  /** Destroys all connections, even in the middle of a message. */
  cut(): void;
  /** Drops all further responses on the present connections. */
  dropResponses(): void;
  /** Pauses both directions, without closing connections, until `resume`. */
  stall(): void;
  resume(): void;
  /** Destroys present connections and refuses new ones until `open`. */
  shut(): void;
  open(): void;
  /** Pauses the present connections for good, without closing them. */
  abandon(): void;
};

export type TcpProxy = NetworkFaults & {
  port: number;
  connections(): number;
  close(): Promise<void>;
};

type Pair = { client: Socket; server: Socket; dropsResponses: boolean };

/** A TCP proxy that can inject network faults. */
export async function startTcpProxy(target: () => NetConnectOpts): Promise<TcpProxy> {
  const pairs = new Set<Pair>();
  let isStalled = false;
  let isShut = false;
  const listener = createServer(client => {
    if (isShut) {
      client.destroy();
      return;
    }
    const server = connect(target());
    const pair: Pair = { client, server, dropsResponses: false };
    pairs.add(pair);
    const end = (): void => {
      pairs.delete(pair);
      client.destroy();
      server.destroy();
    };
    for (const socket of [client, server]) {
      socket.setNoDelay(true);
      socket.on('error', end);
      socket.on('close', end);
      if (isStalled) socket.pause();
    }
    client.on('data', chunk => server.write(chunk));
    server.on('data', chunk => {
      if (!pair.dropsResponses) client.write(chunk);
    });
    if (isStalled) for (const socket of [client, server]) socket.pause();
  });
  listener.listen(0, '127.0.0.1');
  await once(listener, 'listening');
  const address = listener.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const each = (work: (socket: Socket) => void): void => {
    for (const { client, server } of pairs) for (const socket of [client, server]) work(socket);
  };
  const cut = (): void => each(socket => socket.destroy());
  return {
    port: address.port,
    connections: () => pairs.size,
    cut,
    dropResponses: () => {
      for (const pair of pairs) pair.dropsResponses = true;
    },
    stall: () => {
      isStalled = true;
      each(socket => socket.pause());
    },
    resume: () => {
      isStalled = false;
      each(socket => socket.resume());
    },
    shut: () => {
      isShut = true;
      cut();
    },
    open: () => {
      isShut = false;
    },
    abandon: () => each(socket => socket.pause()),
    close: async () => {
      listener.close();
      cut();
      await once(listener, 'close');
    },
  };
}

/** The unix socket of the embedded server, from its connection URL. */
export function socketOf(url: string): { path: string } {
  const { searchParams } = new URL(url);
  return { path: `${searchParams.get('host')}/.s.PGSQL.${searchParams.get('port')}` };
}

/** The URL of the same database through the proxy. */
export function throughProxy(url: string, port: number): string {
  const { username, password, pathname } = new URL(url);
  return `postgres://${username}:${password}@127.0.0.1:${port}${pathname}?sslmode=disable`;
}
