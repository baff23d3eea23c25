import { Failure, invalidField } from './failure.js';

/** `message` names the limit for people. */
type Limit = { bytes: number; message: string };

/** The answer to an error of the form parser. An error without a known code is a broken form. */
export function uploadError(error: unknown, limit: Limit): unknown {
  if (error instanceof Failure) return error;
  const { code } = error as { code?: string };
  if (code === 'FST_REQ_FILE_TOO_LARGE') {
    const message = `A file has at most ${limit.bytes} bytes.`;
    return new Failure('too_large', 'FILE_TOO_LARGE', message, {
      fields: { file: [limit.message] },
    });
  }
  if (code === 'FST_INVALID_MULTIPART_CONTENT_TYPE') {
    const message = 'Send a form (multipart/form-data).';
    return new Failure('unsupported_media', 'UNSUPPORTED_MEDIA_TYPE', message);
  }
  return invalidField('file', 'The form cannot be read.');
}
