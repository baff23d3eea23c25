import multipart from '@fastify/multipart';
import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox';
import type { FastifyReply } from 'fastify';
import { probe } from '../../platform/http/access.js';
import { Failure, invalidField, notFound } from '../../platform/http/failure.js';
import { DEFAULT_LIMIT, idCursor, page } from '../../platform/http/paginate.js';
import { Type } from '../../platform/http/schemas.js';
import type { App } from '../../platform/http/server.js';
import { DownloadError } from '../../platform/outgoing/download.js';
import type { Platform } from '../../platform/platform.js';
import { Semaphore } from '../../platform/semaphore.js';
import { staff } from '../access/index.js';
import { deletePicture } from './delete-picture.js';
import { downloadPicture } from './download-picture.js';
import { presentMedia } from './present.js';
import { readUpload } from './read-upload.js';
import { listMedia, mediaById } from './repository.js';
import { FILE_NAME, MAX_FILE_BYTES } from './rules.js';
import {
  AddressBody,
  FileParams,
  MediaAnswer,
  MediaParams,
  MediaQuery,
  UploadBody,
} from './schemas.js';
import { uploadPicture } from './upload-picture.js';

const tags = ['Media'];
const read = { config: { access: staff('catalog.read') } };
const write = { config: { access: staff('catalog.chain') } };
const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Each holds a file of up to 20 MiB in memory. */
const uploads = new Semaphore({
  permits: 6,
  maxQueued: 0,
  refuse: () =>
    new Failure('unavailable', 'TOO_MANY_UPLOADS', 'Too many uploads at once; try again.', {
      retryAfterSeconds: 2,
    }),
});

export function routes(app: App, platform: Platform): void {
  // A separate scope, because only this route accepts forms, and nothing else.
  app.register(async scope => {
    scope.removeAllContentTypeParsers();
    await scope.register(multipart, {
      limits: { fileSize: MAX_FILE_BYTES, files: 1, fields: 5, fieldSize: 1_000, parts: 6 },
    });
    uploadRoute(scope.withTypeProvider<TypeBoxTypeProvider>(), platform);
  });
  addressRoute(app, platform);
  mediaRoutes(app, platform);
  fileRoute(app, platform);
}

function uploadRoute(app: App, platform: Platform): void {
  app.post(
    '/media/',
    {
      ...write,
      bodyLimit: MAX_FILE_BYTES,
      // The body is a stream that the handler reads; the schema only describes it.
      validatorCompiler: () => () => true,
      schema: {
        tags,
        summary: 'Upload a picture',
        description:
          'Resizes it into AVIF and WebP files, upright and without metadata such as the place. ' +
          'The same file again answers the picture that exists.',
        consumes: ['multipart/form-data'],
        body: UploadBody,
        response: { 201: MediaAnswer },
      },
    },
    async (request, reply) => {
      const saved = await uploads.run(async () =>
        uploadPicture(platform, await readUpload(request)),
      );
      return reply.code(201).send(presentMedia(saved));
    },
  );
}

/** The field of an upload has another name here. */
function asProblemOfAddress(error: unknown): unknown {
  const refuse = (message: string) => invalidField('url', message, 'PICTURE_NOT_FETCHED');
  if (error instanceof DownloadError) return refuse(error.message);
  const [message] = error instanceof Failure ? (error.extra.fields?.file ?? []) : [];
  return message === undefined ? error : refuse(message);
}

function addressRoute(app: App, platform: Platform): void {
  app.post(
    '/media/from-address/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Fetch a picture from a public address',
        description: 'Stored like an uploaded one. It has 20 seconds and 20 MiB.',
        body: AddressBody,
        response: { 201: MediaAnswer },
      },
    },
    async (request, reply) => {
      try {
        const saved = await uploads.run(() => downloadPicture(platform, request.body.url));
        return await reply.code(201).send(presentMedia(saved));
      } catch (error) {
        throw asProblemOfAddress(error);
      }
    },
  );
}

function mediaRoutes(app: App, platform: Platform): void {
  const { db } = platform;
  app.get(
    '/media/',
    {
      ...read,
      schema: {
        tags,
        summary: 'List pictures, newest first',
        querystring: MediaQuery,
        response: { 200: Type.Array(MediaAnswer) },
      },
    },
    async (request, reply) => {
      const { limit = DEFAULT_LIMIT, cursor } = request.query;
      const rows = await listMedia(db, idCursor(cursor), limit + 1);
      return page(request, reply, rows, limit, row => [row.id]).map(presentMedia);
    },
  );

  app.get(
    '/media/:id/',
    {
      ...read,
      schema: { tags, summary: 'A picture', params: MediaParams, response: { 200: MediaAnswer } },
    },
    async request => {
      const found = await mediaById(db, request.params.id);
      if (found === undefined) throw notFound('Picture');
      return presentMedia(found);
    },
  );

  app.delete(
    '/media/:id/',
    {
      ...write,
      schema: {
        tags,
        summary: 'Delete a picture that no product shows',
        params: MediaParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      await deletePicture(platform, request.params.id);
      return reply.code(204).send(null);
    },
  );
}

/** A page loads dozens of these, so they do not count toward the flood block. */
function fileRoute(app: App, { files }: Platform): void {
  app.get(
    '/media/files/:name',
    { config: { access: probe }, schema: { hide: true, params: FileParams } },
    async (request, reply): Promise<FastifyReply> => {
      const { name } = request.params;
      const [, , , format] = FILE_NAME.exec(name) ?? [];
      if (format === undefined) throw notFound('File');
      const etag = `"${name}"`;
      const headers = {
        etag,
        'cache-control': IMMUTABLE,
        'cross-origin-resource-policy': 'cross-origin',
      };
      if (request.headers['if-none-match'] === etag) return reply.code(304).headers(headers).send();
      const file = await files.open(name);
      if (file === undefined) throw notFound('File');
      return reply
        .headers({ ...headers, 'content-length': file.bytes })
        .type(`image/${format}`)
        .send(file.content);
    },
  );
}
