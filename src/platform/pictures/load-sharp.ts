export type SharpLibrary = typeof import('sharp')['default'];

const LOADERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map(
  name => `VipsForeignLoad${name}Buffer`,
);

let loading: Promise<SharpLibrary> | undefined;

/** Loads the library with the first picture: most processes never need it. */
export function loadSharp(): Promise<SharpLibrary> {
  loading ??= import('sharp').then(({ default: sharp }) => {
    sharp.block({ operation: ['VipsForeignLoad'] });
    sharp.unblock({ operation: LOADERS });
    sharp.concurrency(1);
    sharp.cache(false);
    return sharp;
  });
  return loading;
}
