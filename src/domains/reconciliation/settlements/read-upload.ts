import { storedFileName } from '../../../platform/files/file-name.js';
import { Failure, invalidField } from '../../../platform/http/failure.js';

/** A file as it arrived: its text, and what a form says about it. */
export type UploadedFile = {
  content: string;
  fileName: string;
  processor?: string;
  currency?: string;
};

const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function textOf(body: Uint8Array): string {
  try {
    const text = decoder.decode(body);
    if (!text.includes('\0')) return text;
  } catch {
    // The error below does not quote the file.
  }
  throw new Failure('invalid', 'INVALID_CSV', 'The file must be text in UTF-8.');
}

/** Reads a form with the field `file`, and optionally `processor` and `currency`. */
export async function readForm(body: Uint8Array, contentType: string): Promise<UploadedFile> {
  const form = await formOf(body, contentType);
  const file = form.get('file');
  if (!(file instanceof File)) throw invalidField('file', 'Send the CSV file in this field.');
  const text = (name: string): string | undefined => {
    const value = form.get(name);
    return typeof value === 'string' && value !== '' ? value : undefined;
  };
  return {
    content: textOf(new Uint8Array(await file.arrayBuffer())),
    fileName: storedFileName(file.name),
    processor: text('processor'),
    currency: currencyOf(text('currency')),
  };
}

/** As in the query: the audit log keeps what was sent, so nothing else may stand here. */
function currencyOf(text: string | undefined): string | undefined {
  if (text === undefined || /^[A-Za-z]{3}$/.test(text)) return text;
  throw invalidField('currency', 'Must be three letters, such as USD.');
}

async function formOf(body: Uint8Array, contentType: string): Promise<FormData> {
  try {
    return await new Response(body, { headers: { 'content-type': contentType } }).formData();
  } catch {
    throw new Failure('invalid', 'INVALID', 'The form cannot be read.');
  }
}
