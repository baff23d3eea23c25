import { readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cleanFiles } from '../../src/domains/media/clean-files.js';
import { makeTempFolder } from '../support/postgres.js';
import { openShop, type Shop } from '../support/service.js';
import { formOf, photo, upload } from './support.js';

let shop: Shop;
let folder: string;
let manager: string;
let cashier: string;

beforeAll(async () => {
  folder = await makeTempFolder();
  shop = await openShop({ background: false, env: { DATA_DIR: folder } });
  manager = await shop.officeToken('manager');
  cashier = await shop.tillToken('EMP001');
});
afterAll(async () => {
  await shop?.close();
  await rm(folder, { recursive: true, force: true });
});

const bytesOf = async (url: string): Promise<Buffer> =>
  (await shop.app.inject({ method: 'GET', url })).rawPayload;

const filesOnDisk = async (): Promise<string[]> =>
  (await readdir(join(folder, 'media'), { recursive: true, withFileTypes: true }).catch(() => []))
    .filter(entry => entry.isFile())
    .map(entry => entry.name)
    .sort();

const state = async () => ({
  files: await filesOnDisk(),
  rows: await shop.platform.db.selectFrom('media').selectAll().orderBy('id').execute(),
});

describe('an uploaded picture', () => {
  it('is resized into AVIF and WebP, upright and without metadata', async () => {
    const turned = await sharp(await photo(900, 600))
      .keepExif()
      .withMetadata({ orientation: 6 })
      .jpeg()
      .toBuffer();
    expect((await sharp(turned).metadata()).orientation).toBe(6);
    const { status, body } = await upload(shop, manager, turned);
    expect(status).toBe(201);
    expect(body).toMatchObject({ width: 600, height: 900 });
    const sizes = body.variants.map((each: { width: number; height: number; format: string }) => [
      each.width,
      each.height,
      each.format,
    ]);
    expect(sizes).toEqual([
      [160, 240, 'avif'],
      [160, 240, 'webp'],
      [320, 480, 'avif'],
      [320, 480, 'webp'],
      [600, 900, 'avif'],
      [600, 900, 'webp'],
    ]);
    expect(body.url).toBe(body.variants[5].url);
    for (const { url, width, height, format } of body.variants) {
      const { exif, orientation, ...read } = await sharp(await bytesOf(url)).metadata();
      expect([exif, orientation]).toEqual([undefined, undefined]);
      expect([read.width, read.height]).toEqual([width, height]);
      expect(read.format).toBe(format === 'avif' ? 'heif' : 'webp');
    }
    expect((await shop.call('GET', `/media/${body.id}/`, { token: cashier })).body).toEqual(body);
    const [newest] = (await shop.call('GET', '/media/?limit=1', { token: cashier })).body;
    expect(newest).toEqual(body);
  });

  it('has at most 2048 pixels on its longest side and is never enlarged', async () => {
    const large = (await upload(shop, manager, await photo(1_500, 3_000))).body;
    expect([large.width, large.height]).toEqual([1_024, 2_048]);
    const small = (await upload(shop, manager, await photo(40, 30))).body;
    expect(small.variants.map(({ width }: { width: number }) => width)).toEqual([40, 40]);
  });

  it.each(['png', 'webp', 'avif', 'gif'] as const)('may be a %s file', async format => {
    const bytes = await sharp(await photo(64, 48))
      .toFormat(format)
      .toBuffer();
    const { status, body } = await upload(shop, manager, bytes, { type: 'text/plain' });
    expect([status, body.width, body.height]).toEqual([201, 64, 48]);
  });

  it('is one picture if the same file comes twice, also at the same time', async () => {
    const bytes = await photo(200, 100);
    const before = (await state()).files.length;
    const answers = await Promise.all([1, 2, 3].map(() => upload(shop, manager, bytes)));
    const later = await upload(shop, manager, bytes);
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect(new Set([...answers, later].map(({ body }) => body.id)).size).toBe(1);
    expect((await state()).files.length).toBe(before + 4);
  });

  it('is served to anybody, for a year', async () => {
    const { url } = (await upload(shop, manager, await photo(20, 20))).body;
    const first = await shop.call('GET', url);
    expect(first.status).toBe(200);
    expect(first.headers).toMatchObject({
      'content-type': 'image/webp',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
    });
    const etag = String(first.headers.etag);
    const again = await shop.call('GET', url, { headers: { 'if-none-match': etag } });
    expect([again.status, again.text]).toEqual([304, '']);
    const name = url.split('/').at(-1) as string;
    for (const wrong of ['x.webp', `${'0'.repeat(40)}-160.webp`, name.replace('-20.', '-21.')]) {
      expect((await shop.call('GET', `/media/files/${wrong}`)).status, wrong).toBe(404);
    }
    expect((await shop.call('GET', '/media/files/..%2f..%2fsecret-key')).status).toBe(404);
  });
});

describe('an upload is refused without a trace', () => {
  const PNG_HEAD = Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex');

  /** A PNG file of 100 bytes that claims this size. */
  async function claiming(width: number, height: number): Promise<Buffer> {
    const png = await sharp({
      create: { width: 3, height: 3, channels: 3, background: 'red' },
    })
      .png()
      .toBuffer();
    expect(png.subarray(0, PNG_HEAD.length)).toEqual(PNG_HEAD);
    png.writeUInt32BE(width, 16);
    png.writeUInt32BE(height, 20);
    png.writeUInt32BE(crc32(png.subarray(12, 29)), 29);
    return png;
  }

  const svg = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');

  it.each<[string, () => Promise<Buffer>, number, string]>([
    ['SVG', async () => svg, 415, 'UNSUPPORTED_PICTURE'],
    ['a page', async () => Buffer.from('<!doctype html>'), 415, 'UNSUPPORTED_PICTURE'],
    ['a PDF file', async () => Buffer.from('%PDF-1.7\n'), 415, 'UNSUPPORTED_PICTURE'],
    ['nothing', async () => Buffer.alloc(0), 400, 'INVALID'],
    [
      'half a photo',
      async () => (await photo(300, 300)).subarray(0, 700),
      400,
      'UNREADABLE_PICTURE',
    ],
    ['too many pixels', () => claiming(30_000, 30_000), 400, 'TOO_MANY_PIXELS'],
    ['a strip', () => claiming(1, 49_999_999), 400, 'TOO_MANY_PIXELS'],
    ['a side too long', () => claiming(20_001, 1), 400, 'TOO_MANY_PIXELS'],
    ['21 MiB', async () => Buffer.alloc(21 * 1_048_576, 0xff), 413, 'FILE_TOO_LARGE'],
  ])('%s', async (_, make, status, code) => {
    const before = await state();
    const answer = await upload(shop, manager, await make(), { type: 'image/png' });
    expect([answer.status, answer.body.code]).toEqual([status, code]);
    expect(Object.keys(answer.body.errors ?? {})).toEqual(['file']);
    expect(await state()).toEqual(before);
  });

  it('from staff without the catalogue, in another field and as JSON', async () => {
    const before = await state();
    const bytes = await photo(30, 30);
    expect((await upload(shop, cashier, bytes)).status).toBe(403);
    expect((await upload(shop, undefined, bytes)).status).toBe(401);
    expect((await upload(shop, manager, bytes, { field: 'image' })).status).toBe(400);
    const json = await shop.call('POST', '/media/', { token: manager, body: { file: 'x' } });
    expect([json.status, json.body.detail]).toEqual([415, 'Send the body as multipart/form-data.']);
    const form = await formOf(bytes);
    const cut = { ...form, body: form.body.subarray(0, 300), token: manager };
    expect((await shop.call('POST', '/media/', cut)).status).toBe(400);
    expect(await state()).toEqual(before);
  });
});

describe('files', () => {
  const HOUR_AGO = new Date(Date.now() - 61 * 60_000);

  it('of an interrupted upload are removed after an hour, and no others', async () => {
    const { url } = (await upload(shop, manager, await photo(50, 50))).body;
    const kept = await filesOnDisk();
    const name = url.split('/').at(-1) as string;
    const orphan = `${name.slice(0, 32)}00000000-50.webp`;
    const part = `${name}.0a1b2c3d4e5f.part`;
    const fresh = `${name.slice(0, 32)}11111111-50.webp`;
    const path = (file: string): string => join(folder, 'media', name.slice(0, 2), file);
    for (const file of [orphan, part, fresh]) await writeFile(path(file), 'x');
    for (const file of [orphan, part, name]) await utimes(path(file), HOUR_AGO, HOUR_AGO);
    await cleanFiles(shop.platform);
    expect(await filesOnDisk()).toEqual([...kept, fresh].sort());
    await rm(path(fresh));
  });

  it('go with the picture', async () => {
    const before = await state();
    const { id } = (await upload(shop, manager, await photo(51, 51))).body;
    const remove = () => shop.call('DELETE', `/media/${id}/`, { token: manager });
    expect((await remove()).status).toBe(204);
    expect(await state()).toEqual(before);
    expect((await remove()).status).toBe(404);
  });
});
