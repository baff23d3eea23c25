import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Shop } from '../support/service.js';

export type Answered = { isError: boolean; content: Record<string, unknown> };

/** A program of the staff: the client of the official SDK on a real socket. */
export type Program = {
  tools(): Promise<{ name: string; annotations?: object; inputSchema: object }[]>;
  call(name: string, args?: Record<string, unknown>): Promise<Answered>;
  close(): Promise<void>;
};

/** The address of the service on a free port of this machine. */
export async function listen(shop: Shop): Promise<string> {
  return shop.app.listen({ port: 0, host: '127.0.0.1' });
}

export async function connect(base: string, token: string, query = ''): Promise<Program> {
  const client = new Client({ name: 'test', version: '1.0.0' });
  const transport = new StreamableHTTPClientTransport(new URL(`/mcp${query}`, base), {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
  });
  await client.connect(transport);
  return {
    tools: async () => (await client.listTools()).tools,
    call: async (name, args = {}) => {
      const result = await client.callTool({ name, arguments: args });
      const [text] = result.content as { type: string; text: string }[];
      const content = result.structuredContent as Record<string, unknown>;
      if (text?.text !== JSON.stringify(content)) throw new Error('text and structure differ');
      return { isError: result.isError === true, content };
    },
    close: () => client.close(),
  };
}

/** Logs a new manager in who is assigned to some stores. */
export async function hire(
  shop: Shop,
  person: { username: string; role: string; store_ids: string[]; own_role_id?: string },
): Promise<string> {
  const password = 'a long pass phrase';
  const made = await shop.call('POST', '/users/', {
    token: await shop.officeToken('admin'),
    body: { ...person, password, employee_number: `EMP-${person.username}` },
  });
  if (made.status !== 201) throw new Error(made.text);
  const body = { username: person.username, password };
  return (await shop.call('POST', '/auth/login/', { body })).body.access;
}
