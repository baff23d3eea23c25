import { atomically } from '../../../platform/database/tx.js';
import { Type } from '../../../platform/http/schemas.js';
import type { App } from '../../../platform/http/server.js';
import type { Platform } from '../../../platform/platform.js';
import { staff } from '../../access/index.js';
import { attachPicture } from './attach-picture.js';
import { changePicture } from './change-picture.js';
import { detachPicture } from './detach-picture.js';
import { presentProductPicture } from './present.js';
import { reorderPictures } from './reorder-pictures.js';
import {
  OrderBody,
  PictureBody,
  PictureChangeBody,
  PictureParams,
  PicturesParams,
  ProductPicture,
} from './schemas.js';

const tags = ['Products'];
const write = { config: { access: staff('catalog.chain') } };

/** A product lists its pictures itself. */
export function pictureRoutes(app: App, { db }: Platform): void {
  app.post(
    '/products/:product/pictures/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Add an uploaded picture to a product or one of its variants',
        params: PicturesParams,
        body: PictureBody,
        response: { 201: ProductPicture },
      },
    },
    async (request, reply) => {
      const { product } = request.params;
      const added = await atomically(db, tx => attachPicture(tx, product, request.body));
      return reply.code(201).send(presentProductPicture(added));
    },
  );

  app.post(
    '/products/:product/pictures/reorder/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Put the pictures of a product in order',
        params: PicturesParams,
        body: OrderBody,
        response: { 200: Type.Array(ProductPicture) },
      },
    },
    async request => {
      const { product } = request.params;
      const ordered = await atomically(db, tx => reorderPictures(tx, product, request.body.ids));
      return ordered.map(presentProductPicture);
    },
  );

  app.patch(
    '/products/:product/pictures/:id/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Change the text, focal point or variant of a picture',
        params: PictureParams,
        body: PictureChangeBody,
        response: { 200: ProductPicture },
      },
    },
    async request => {
      const { product, id } = request.params;
      const changed = await atomically(db, tx => changePicture(tx, product, id, request.body));
      return presentProductPicture(changed);
    },
  );

  app.delete(
    '/products/:product/pictures/:id/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Take a picture off a product',
        params: PictureParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await atomically(db, tx => detachPicture(tx, request.params.product, request.params.id));
      return reply.code(204).send(null);
    },
  );
}
