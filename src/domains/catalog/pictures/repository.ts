import { type Insertable, sql, type Updateable } from 'kysely';
import type { ProductPictures } from '../../../platform/database/tables.js';
import { type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import { type PictureSize, smallUrlSql } from '../../media/index.js';

/** A picture of a product with the sizes of its files, from JSON. */
export type Picture = PictureSize & {
  id: string;
  media_id: string;
  variant_id: string | null;
  alt: string;
  focal_x: number;
  focal_y: number;
};

/** The pictures of `products`, in order. */
export const picturesOfProducts = sql<Picture[]>`coalesce((
  select jsonb_agg(jsonb_build_object('id', i.id, 'media_id', i.media_id,
      'variant_id', i.variant_id, 'alt', i.alt, 'focal_x', i.focal_x, 'focal_y', i.focal_y,
      'key', m.key, 'width', m.width, 'height', m.height, 'widths', m.widths)
    order by i.position, i.id)
  from product_pictures i join media m on m.id = i.media_id
  where i.product_id = products.id), '[]'::jsonb)`;

/**
 * SQL for the path of the picture of a line, of `product_variants v` and `products p`: of the
 * variant, else of the product, else the URL that the product names.
 */
export const lineImageSql = `coalesce((
  select ${smallUrlSql} from product_pictures i join media m on m.id = i.media_id
  where i.product_id = p.id and (i.variant_id = v.id or i.variant_id is null)
  order by i.variant_id nulls last, i.position, i.id limit 1), p.image_url)`;

/** Serialises the changes of a product's pictures; sales of the product do not wait for it. */
export const lockPictures = (tx: Tx, productId: number) =>
  tx
    .selectFrom('products')
    .select('id')
    .where('id', '=', productId)
    .forNoKeyUpdate()
    .executeTakeFirst();

export const pictureIds = async (reader: Reader, productId: number): Promise<string[]> =>
  (
    await reader
      .selectFrom('product_pictures')
      .select('id')
      .where('product_id', '=', productId)
      .orderBy('position')
      .orderBy('id')
      .execute()
  ).map(row => row.id);

/** Adds the picture at the end. */
export const insertPicture = (tx: Tx, row: Omit<Insertable<ProductPictures>, 'position'>) =>
  tx
    .insertInto('product_pictures')
    .values({
      ...row,
      position: sql<number>`(select coalesce(max(position) + 1, 0) from product_pictures
        where product_id = ${row.product_id})`,
    })
    .execute();

/** False if the product has no such picture. */
export async function updatePicture(
  tx: Tx,
  productId: number,
  id: string,
  change: Updateable<ProductPictures>,
): Promise<boolean> {
  const updated = await tx
    .updateTable('product_pictures')
    .set(change)
    .where('id', '=', id)
    .where('product_id', '=', productId)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export async function deletePicture(tx: Tx, productId: number, id: string): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('product_pictures')
    .where('id', '=', id)
    .where('product_id', '=', productId)
    .returning('id')
    .executeTakeFirst();
  return deleted !== undefined;
}

export const writeOrder = (tx: Tx, ids: readonly string[]) =>
  statement(
    tx,
    `update product_pictures set position = o.position - 1
     from unnest($1::uuid[]) with ordinality as o (id, position)
     where product_pictures.id = o.id`,
    [ids],
  );
