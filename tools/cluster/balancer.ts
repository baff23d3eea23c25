import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export type Balancer = { port: number; close(): Promise<void> };

/** A node that refused a connection is left alone for so long. */
const PAUSE_MS = 500;

/**
 * Shares connections out to nodes in turn and goes past those that are down. It knows nothing of
 * HTTP, so WebSockets and uploads pass through it as they are.
 */
export async function startBalancer(
  ports: readonly number[],
  options: { port?: number; host?: string } = {},
): Promise<Balancer> {
  const { port = 0, host = '127.0.0.1' } = options;
  const restUntil = new Map<number, number>();
  const open = new Set<Socket>();
  let turn = 0;

  /** Nodes in the order to try them: the next in turn first, those that rest last. */
  const candidates = (): number[] => {
    turn += 1;
    const rotated = ports.map((_, n) => ports[(turn + n) % ports.length] as number);
    const rests = (node: number): number => Number((restUntil.get(node) ?? 0) > Date.now());
    return rotated.sort((a, b) => rests(a) - rests(b));
  };

  const server = createServer({ pauseOnConnect: true }, client => {
    open.add(client);
    client.once('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    passOn(client, candidates());
  });

  const passOn = (client: Socket, [node, ...others]: number[]): void => {
    if (node === undefined) {
      client.destroy();
      return;
    }
    const upstream = connect(node, '127.0.0.1');
    const refused = (): void => {
      restUntil.set(node, Date.now() + PAUSE_MS);
      passOn(client, others);
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
