import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Balancer = { port: number; close(): Promise<void> };

/** A node that refused a connection is tried last for this long. */
const BACKOFF_MS = 500;

/**
 * A round-robin TCP balancer that skips nodes that are down. It does not parse HTTP, so WebSockets
 * and uploads pass through unchanged.
 */
export async function startBalancer(
  ports: readonly number[],
  options: { port?: number; host?: string } = {},
): Promise<Balancer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const backOffUntil = new Map<number, number>();
  const open = new Set<Socket>();
  let next = 0;

  /** Nodes in the order to try them: round robin, those in back-off last. */
  const candidates = (): number[] => {
    next += 1;
    const rotated = ports.map((_, n) => ports[(next + n) % ports.length] as number);
    const isBackedOff = (node: number): number =>
      Number((backOffUntil.get(node) ?? 0) > Date.now());
    return rotated.sort((a, b) => isBackedOff(a) - isBackedOff(b));
  };

  const server = createServer({ pauseOnConnect: true }, client => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    forward(client, candidates());
  });

  const forward = (client: Socket, [node, ...others]: number[]): void => {
    if (node === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(node, '127.0.0.1');
    const refused = (): void => {
      backOffUntil.set(node, Date.now() + BACKOFF_MS);
      forward(client, others);
    };
    upstream.once('error', refused);
    upstream.once('connect', () => {
      upstream.off('error', refused);
      upstream.on('error', () => client.destroy());
      upstream.once('close', () => client.destroy());
      client.once('close', () => upstream.destroy());
      client.pipe(upstream).pipe(client);
    });
  };

  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    close: async () => {
      server.close();
      for (const socket of open) socket.destroy();
      await once(server, 'close');
    },
  };
}
