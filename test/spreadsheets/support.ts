import { expect } from 'vitest';
import { spreadsheets } from '../../src/domains/spreadsheets/index.js';
import { countEvents } from '../support/record-counts.js';
import type { Reply, Shop } from '../support/service.js';

export type Kind = 'products' | 'inventory-levels' | 'prices';

/** Uploads, jobs and downloads of a shop that runs no jobs itself. */
export function spreadsheetsOf(shop: () => Shop) {
  const tokenOr = async (token?: string) => token ?? (await shop().officeToken());

  const send = async (kind: Kind, csv: string | Buffer, query = '', token?: string) =>
    shop().call('POST', `/${kind}/import/${query}`, {
      token: await tokenOr(token),
      headers: { 'content-type': 'text/csv' },
      body: csv,
    });

  const look = async (id: string, query = '', token?: string): Promise<Reply> =>
    shop().call('GET', `/imports/${id}/${query}`, { token: await tokenOr(token) });

  const job = async (name: string, payload: Record<string, unknown>, isLast = false) => {
    const found = spreadsheets.jobs?.find(known => known.name === `spreadsheets:${name}`);
    if (found === undefined) throw new Error(`there is no job ${name}`);
    await found.run(shop().platform, payload, { isLast });
  };

  const runJob = (id: string, isLast = false) => job('import', { import_id: id }, isLast);

  /** Sends a form, as the desk does. */
  const upload = async (
    csv: string | Buffer,
    fields: Record<string, string> = {},
    {
      token,
      headers = {},
      name = 'goods.csv',
    }: { token?: string; headers?: Record<string, string>; name?: string } = {},
  ): Promise<Reply> => {
    const form = new FormData();
    for (const [name, value] of Object.entries(fields)) form.append(name, value);
    form.append('file', new Blob([new Uint8Array(Buffer.from(csv))]), name);
    const request = new Request('http://shop', { method: 'POST', body: form });
    return shop().call('POST', '/imports/', {
      token: await tokenOr(token),
      body: Buffer.from(await request.arrayBuffer()),
      headers: { 'content-type': request.headers.get('content-type') ?? '', ...headers },
    });
  };

  return {
    send,
    look,
    runJob,
    upload,
    runPictures: (id: string) => job('pictures', { import_id: id }),
    /** Uploads a form, runs the jobs, and returns the finished import. */
    bringUpload: async (csv: string, fields: Record<string, string> = {}) => {
      const started = await upload(csv, fields);
      expect([started.status, started.body]).toEqual([202, expect.anything()]);
      await runJob(started.body.id);
      return (await look(started.body.id, '?limit=200')).body;
    },
    /** Undoes an import and returns it. */
    undo: async (id: string) => {
      const token = await tokenOr();
      const started = await shop().call('POST', `/imports/${id}/undo/`, { token });
      expect([started.status, started.body]).toEqual([202, expect.anything()]);
      await job('undo', { import_id: id, actor_id: null });
      return (await look(id, '?limit=200')).body;
    },
    /** Uploads a file, runs the job, and returns the finished import. */
    bring: async (kind: Kind, csv: string, query = '') => {
      const started = await send(kind, csv, query);
      expect(started.status).toBe(202);
      await runJob(started.body.id);
      return (await look(started.body.id, '?limit=200')).body;
    },
    exported: async (kind: Kind, token?: string, query = ''): Promise<Reply> =>
      shop().call('GET', `/${kind}/export/${query}`, { token: await tokenOr(token) }),
    countEvents: () => countEvents(shop()),
  };
}
