import type { FastifyRequest } from 'fastify';
import { invalidField } from '../../platform/http/failure.js';
import { uploadError } from '../../platform/http/upload-errors.js';
import { MAX_FILE_BYTES } from './rules.js';

const LIMIT = { bytes: MAX_FILE_BYTES, message: 'A picture has at most 20 MiB.' };

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
    throw uploadError(error, LIMIT);
  }
}
