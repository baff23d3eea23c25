import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Ends a start whose port is taken before it builds anything. The service itself refuses everything
 * else that is wrong with HOST or PORT, with its own sentence.
 */
export async function requirePort() {
  const port = Number(process.env.PORT || 8080);
  if (!Number.isInteger(port) || port < 0 || port > 65_535) return;
  const server = createServer();
  try {
    server.listen({ host: process.env.HOST || '127.0.0.1', port });
    await once(server, 'listening');
  } catch (error) {
    if (error.code !== 'EADDRINUSE') return;
    console.error(`Tillhouse did not start. Port ${port} is in use; set PORT to another one.`);
    process.exit(1);
  } finally {
    server.close();
  }
}
