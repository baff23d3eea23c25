import { randomInt } from 'node:crypto';
import sharp from 'sharp';
import type { Reply, Shop } from '../support/service.js';

/** A picture of one random colour, so that no two are the same file. */
export const photo = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: {
      width,
      height,
      channels: 3,
      background: { r: randomInt(256), g: randomInt(256), b: randomInt(256) },
    },
  })
    .withExif({ IFD0: { Copyright: `${randomInt(1e9)}` } })
    .jpeg()
    .toBuffer();

export type Part = { field?: string; name?: string; type?: string };

/** A form as a browser sends it. */
export async function formOf(
  bytes: Buffer,
  { field = 'file', name = 'photo.jpg', type = 'image/jpeg' }: Part = {},
): Promise<{ body: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  form.append(field, new Blob([new Uint8Array(bytes)], { type }), name);
  const request = new Request('http://shop', { method: 'POST', body: form });
  return {
    body: Buffer.from(await request.arrayBuffer()),
    headers: { 'content-type': request.headers.get('content-type') ?? '' },
  };
}

export async function upload(
  shop: Shop,
  token: string | undefined,
  bytes: Buffer,
  part?: Part,
): Promise<Reply> {
  return shop.call('POST', '/media/', { token, ...(await formOf(bytes, part)) });
}
