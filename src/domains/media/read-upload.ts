import type { FastifyRequest } from 'fastify';
import { Failure, invalidField } from '../../platform/http/failure.js';
import { MAX_FILE_BYTES } from './rules.js';

/** The file of a form with one field, `file`. */
export async function readUpload(request: FastifyRequest): Promise<Buffer> {
  try {
    const part = await request.file();
    if (part === undefined || part.fieldname !== 'file') {
      throw invalidField('file', 'This field is required.');
    }
    const bytes = await part.toBuffer();
    if (bytes.length === 0) throw invalidField('file', 'The file is empty.');
    return bytes;
  } catch (error) {
    throw refusal(error);
  }
}

const REFUSED: Record<string, () => Failure> = {
  FST_REQ_FILE_TOO_LARGE: () =>
    new Failure('too_large', 'FILE_TOO_LARGE', `A file has at most ${MAX_FILE_BYTES} bytes.`, {
      fields: { file: ['A picture has at most 20 MiB.'] },
    }),
  FST_INVALID_MULTIPART_CONTENT_TYPE: () =>
    new Failure(
      'unsupported_media',
      'UNSUPPORTED_MEDIA_TYPE',
      'Send a form (multipart/form-data).',
    ),
};

/** Any other error of the parser means that the form is broken. */
function refusal(error: unknown): unknown {
  if (error instanceof Failure) return error;
  const { code = '' } = error as { code?: string };
  return REFUSED[code]?.() ?? invalidField('file', 'The form cannot be read.');
}
