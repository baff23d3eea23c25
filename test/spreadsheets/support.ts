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

  const runJob = (id: string, isLast = false): Promise<void> =>
    spreadsheets.jobs?.[0]?.run(shop().platform, { import_id: id }, { isLast }) ??
    Promise.resolve();

  return {
    send,
    look,
    runJob,
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
