import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { PictureLink } from '../foreign/translator.js';

export const PICTURE_STATES = ['waiting', 'done', 'failed'] as const;

export type WaitingPicture = {
  id: string;
  row: number;
  product_id: number;
  variant_id: string | null;
  url: string;
  alt: string;
  attempts: number;
};

const MAX_URL = 2_000;

/** Notes the pictures of a row; the import fetches them after its rows. */
export async function insertPictures(
  tx: Tx,
  of: { importId: string; row: number; productId: number; variantId: string | undefined },
  links: readonly PictureLink[],
): Promise<void> {
  const short = links.filter(({ url }) => url.length <= MAX_URL);
  if (short.length === 0) return;
  await statement(
    tx,
    `insert into import_pictures (import_id, row_number, product_id, variant_id, url, alt)
     select $1, $2, $3, case when of_variant then $4::uuid end, url, alt
     from unnest($5::text[], $6::text[], $7::boolean[]) as given (url, alt, of_variant)
     on conflict on constraint one_picture_per_import do nothing`,
    [
      of.importId,
      of.row,
      of.productId,
      of.variantId ?? null,
      short.map(({ url }) => url),
      short.map(({ alt }) => alt),
      short.map(({ ofVariant }) => ofVariant && of.variantId !== undefined),
    ],
  );
}

/** Pictures that an earlier import fetched from the same address for the same product. */
export async function skipKnownPictures(writer: Autocommit, importId: string): Promise<void> {
  await statement(
    writer,
    `update import_pictures p set state = 'done'
     from product_pictures known
     where p.import_id = $1 and p.state = 'waiting' and known.product_id = p.product_id
       and known.variant_id is not distinct from p.variant_id and known.source_url = p.url`,
    [importId],
  );
}

/** Pictures that failed before come last. */
export const waitingPictures = (
  reader: Reader,
  importId: string,
  limit: number,
): Promise<WaitingPicture[]> =>
  statement<WaitingPicture>(
    reader,
    `select id::text, row_number as row, product_id, variant_id, url, alt, attempts
     from import_pictures where import_id = $1 and state = 'waiting'
     order by attempts, id limit $2`,
    [importId, limit],
  );

export async function markPictureDone(
  writer: Autocommit,
  id: string,
  pictureId: string | null,
): Promise<void> {
  await statement(
    writer,
    `update import_pictures set state = 'done', picture_id = $2 where id = $1::bigint`,
    [id, pictureId],
  );
}

export async function countAttempt(writer: Autocommit, id: string): Promise<void> {
  await statement(
    writer,
    'update import_pictures set attempts = attempts + 1 where id = $1::bigint',
    [id],
  );
}

/** Adds the error to the report of the row, which stays as it is otherwise. */
export async function markPictureFailed(tx: Tx, id: string, message: string): Promise<void> {
  await statement(
    tx,
    `with failed as (
       update import_pictures set state = 'failed' where id = $1::bigint
       returning import_id, row_number)
     update import_rows r set errors = r.errors || jsonb_build_object('picture',
       coalesce(r.errors -> 'picture', '[]') || to_jsonb($2::text))
     from failed where r.import_id = failed.import_id and r.row_number = failed.row_number`,
    [id, message],
  );
}

export type PictureCounts = { total: number; done: number; failed: number };

export async function pictureCounts(reader: Reader, importId: string): Promise<PictureCounts> {
  const [counts] = await statement<PictureCounts>(
    reader,
    `select count(*)::integer as total,
       (count(*) filter (where state = 'done'))::integer as done,
       (count(*) filter (where state = 'failed'))::integer as failed
     from import_pictures where import_id = $1`,
    [importId],
  );
  return counts ?? { total: 0, done: 0, failed: 0 };
}

export type AttachedPicture = { id: string; product_id: number; picture_id: string };

/** What an undo takes off the products. */
export const attachedPictures = (
  reader: Reader,
  importId: string,
  limit: number,
): Promise<AttachedPicture[]> =>
  statement<AttachedPicture>(
    reader,
    `select id::text, product_id, picture_id from import_pictures
     where import_id = $1 and picture_id is not null order by id desc limit $2`,
    [importId, limit],
  );
