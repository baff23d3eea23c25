import type { MultipartFile, MultipartValue } from '@fastify/multipart';
import type { FastifyRequest } from 'fastify';
import { maskCardsInText } from '../../platform/cards/numbers.js';
import { storedFileName } from '../../platform/files/file-name.js';
import { invalidField } from '../../platform/http/failure.js';
import { uploadError } from '../../platform/http/upload-errors.js';
import { decodeFile } from './decode-file.js';
import { FILE_KINDS, type FileKind } from './sheets/sheet.js';

export const MAX_UPLOAD_BYTES = 50 * 1_048_576;
const LIMIT = { bytes: MAX_UPLOAD_BYTES, message: 'A file has at most 50 MiB.' };

export type Upload = {
  content: string;
  fileName: string;
  kind: FileKind | undefined;
  dryRun: boolean;
  store: string | undefined;
};

const FIELDS = ['kind', 'dry_run', 'store'];

/** A form with `file`, and optionally `kind`, `dry_run` and `store`, in any order. */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const fields = new Map<string, string>();
  let file: { bytes: Buffer; name: string } | undefined;
  try {
    for await (const part of request.parts()) {
      if (part.type === 'file') file = await fileOf(part);
      else fields.set(part.fieldname, textOf(part));
    }
  } catch (error) {
    throw uploadError(error, LIMIT);
  }
  if (file === undefined) throw invalidField('file', 'This field is required.');
  if (file.bytes.length === 0) throw invalidField('file', 'The file is empty.');
  return {
    content: decodeFile(file.bytes),
    fileName: file.name,
    kind: kindOf(fields.get('kind')),
    dryRun: flagOf(fields.get('dry_run')),
    store: fields.get('store') || undefined,
  };
}

async function fileOf(part: MultipartFile): Promise<{ bytes: Buffer; name: string }> {
  if (part.fieldname !== 'file') throw invalidField('file', 'Send the CSV file in this field.');
  return { bytes: await part.toBuffer(), name: storedFileName(part.filename ?? '') };
}

function textOf({ fieldname, value }: MultipartValue): string {
  if (!FIELDS.includes(fieldname)) throw invalidField('file', 'The form has an unknown field.');
  return maskCardsInText(String(value).trim());
}

function kindOf(text: string | undefined): FileKind | undefined {
  if (!text) return undefined;
  const kind = FILE_KINDS.find(known => known === text);
  if (kind === undefined) throw invalidField('kind', `Must be one of ${FILE_KINDS.join(', ')}.`);
  return kind;
}

function flagOf(text: string | undefined): boolean {
  if (!text || text === 'false') return false;
  if (text === 'true') return true;
  throw invalidField('dry_run', 'Must be true or false.');
}
