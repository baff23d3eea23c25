import type { paths } from '@tillhouse/client';

/** What a GET answers; what the items of a list are. */
export type Got<Path extends keyof paths> = paths[Path] extends {
  get: { responses: { 200: { content: { 'application/json': infer Body } } } };
}
  ? Body
  : never;
export type ItemOf<Path extends keyof paths> = Got<Path> extends (infer Item)[] ? Item : never;
