import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import {
  ConnectorError,
  RevisionConflict,
} from '../../src/domains/content/connectors/connector.js';
import { sanityConnector } from '../../src/domains/content/connectors/sanity.js';
import { read, sourcesBelow } from '../support/sources.js';
import { type FakeSanity, startFakeSanity } from './fake-sanity.js';

let fake: FakeSanity;
beforeAll(async () => {
  fake = await startFakeSanity();
});
afterEach(() => fake.fault(() => undefined));
afterAll(() => fake.close());

const connector = (token = 'sanity-token') =>
  sanityConnector({ projectId: 'project', host: fake.url, token, dataset: 'production' });
const save = (id: string, fields: object, ifRev?: string | null) =>
  ({ operation: 'save', id, type: 'brand', fields: { ...fields }, ifRev }) as const;

describe('the content system', () => {
  it('commits a transaction under the chosen id, and returns its result', async () => {
    fake.edit('brand-old', 'brand', { name: 'Old', motto: 'Ours' });
    const written = await connector().write('rev-1', [
      save('brand-new', { name: 'New' }, null),
      save('brand-old', { name: 'Newer', motto: null }, fake.documents.get('brand-old')?._rev),
      { operation: 'delete', id: 'brand-gone', type: 'brand' },
    ]);
    expect(written).toEqual([
      { id: 'brand-new', rev: 'rev-1', updatedAt: expect.any(Date) },
      { id: 'brand-old', rev: 'rev-1', updatedAt: expect.any(Date) },
      { id: 'brand-gone', rev: 'rev-1', updatedAt: null },
    ]);
    expect(fake.documents.get('brand-old')).toEqual({
      _id: 'brand-old',
      _type: 'brand',
      _rev: 'rev-1',
      _updatedAt: expect.any(String),
      name: 'Newer',
    });
    expect(fake.commits.at(-1)?.transactionId).toBe('rev-1');
  });

  it('is read by id, by type and by history', async () => {
    await connector().write('rev-2', [save('brand-read', { name: 'Read' }, null)]);
    expect(await connector().get('brand-read')).toMatchObject({ name: 'Read', _rev: 'rev-2' });
    expect(await connector().get('brand-unknown')).toBeUndefined();
    const listed = await connector().list('brand', '', 10);
    expect(listed.map(({ _id }) => _id)).toContain('brand-read');
    expect(await connector().revisions('brand-read', 5)).toEqual([
      { rev: 'rev-2', recordedAt: expect.any(String), operation: 'save' },
    ]);
  });

  it('refuses a write based on another revision, and nothing changes', async () => {
    const before = fake.edit('brand-clash', 'brand', { name: 'Theirs' });
    await expect(
      connector().write('rev-3', [save('brand-clash', { name: 'Ours' }, 'stale')]),
    ).rejects.toThrow(RevisionConflict);
    expect(fake.documents.get('brand-clash')).toEqual(before);
  });

  it.each([
    ['refuses us', () => connector('wrong-token'), 'the content system answered 401'],
    ['is not there', () => absent(), 'the content system could not be reached'],
  ])('%s: with a message for staff', async (_, make, message) => {
    const asked = make().get('brand-old');
    await expect(asked).rejects.toThrow(ConnectorError);
    await expect(asked).rejects.toThrow(message);
  });

  it('is called without client retries: jobs retry with longer back-off', async () => {
    let asked = 0;
    fake.fault(() => {
      asked += 1;
      return { status: 503 };
    });
    await expect(connector().get('brand-old')).rejects.toThrow('answered 503');
    expect(asked).toBe(1);
  });

  it("is abandoned when the caller's time-out expires", async () => {
    fake.fault(() => new Promise(() => undefined));
    const asked = connector().get('brand-old', AbortSignal.timeout(20));
    await expect(asked).rejects.toThrow('the content system did not answer in time');
  });

  it('does not slow the start: its client loads with the first call', () => {
    const eager = sourcesBelow('src').filter(path =>
      /^import (?!type )[^;]*from '@sanity\/client'/m.test(read(path)),
    );
    expect(eager).toEqual([]);
  });
});

const absent = () =>
  sanityConnector({
    projectId: 'project',
    host: 'http://127.0.0.1:9',
    token: 'sanity-token',
    dataset: 'production',
  });
