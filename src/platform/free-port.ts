import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Fails before anything else is started or changed if the service could not listen. Another process
 * may still take the port afterwards; then listening fails with the system's own message.
 */
export async function requireFreePort({
  host,
  port,
}: {
  host: string;
  port: number;
}): Promise<void> {
  const server = createServer();
  try {
    server.listen({ host, port });
    await once(server, 'listening');
  } catch (error) {
    throw new Error(explain((error as NodeJS.ErrnoException).code, host, port), { cause: error });
  } finally {
    server.close();
  }
}

function explain(code: string | undefined, host: string, port: number): string {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} is in use; set PORT to another one.`;
    case 'EACCES':
      return `This account may not listen on port ${port}; set PORT to one above 1023.`;
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
      return `This machine has no address ${host}; set HOST to one of its own.`;
    default:
      return `The service cannot listen on ${host}, port ${port} (${code ?? 'unknown reason'}).`;
  }
}
