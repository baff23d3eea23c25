import { Failure } from '../../platform/http/failure.js';

const refuse = (message: string): never => {
  throw new Failure('invalid', 'INVALID_CSV', message);
};

const startsWith = (body: Buffer, ...bytes: number[]): boolean =>
  bytes.every((byte, index) => body[index] === byte);

/** Decodes without replacing a single character: a text that does not fit is refused. */
function decode(body: Buffer, encoding: 'utf-8' | 'utf-16le' | 'utf-16be'): string {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(body);
  } catch {
    return refuse(
      encoding === 'utf-8'
        ? 'The file is not UTF-8, probably Windows-1252. Save it as "CSV UTF-8".'
        : `The file starts like ${encoding.toUpperCase()} but is not valid. Save it as "CSV UTF-8".`,
    );
  }
}

/**
 * The text of an uploaded file: UTF-8 with or without a byte order mark, or UTF-16 with one, as
 * spreadsheet programs write them. The error does not quote the file.
 */
export function decodeFile(body: Buffer): string {
  const text = startsWith(body, 0xff, 0xfe)
    ? decode(body, 'utf-16le')
    : startsWith(body, 0xfe, 0xff)
      ? decode(body, 'utf-16be')
      : decode(body, 'utf-8');
  if (!text.includes('\0')) return text;
  return refuse(
    'The file contains NUL characters, probably UTF-16 without a byte order mark. Save it as "CSV UTF-8".',
  );
}
