import type { paths } from '@tillhouse/client';

/** The JSON body of a GET response, and the item type of a list response. */
export type GetResponse<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
export type ItemOf<Path extends keyof paths> =
  GetResponse<Path> extends (infer Item)[] ? Item : never;
