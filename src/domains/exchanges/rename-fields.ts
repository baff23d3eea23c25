import { Failure } from '../../platform/http/failure.js';

/** Runs work of another domain and names the fields of its errors as the body of an exchange does. */
export async function renaming<T>(
  rename: (field: string) => string,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Failure) || error.extra.fields === undefined) throw error;
    const fields = Object.fromEntries(
      Object.entries(error.extra.fields).map(([field, texts]) => [rename(field), texts]),
    );
    const [first] = Object.entries(fields);
    const message = first === undefined ? error.message : `${first[0]}: ${first[1][0]}`;
    throw new Failure(error.kind, error.code, message, { ...error.extra, fields });
  }
}

/** Lines of a return are `returns` here. */
export const ofReturn = (field: string): string => field.replace(/^line_items\b/, 'returns');

export const ofTender = (field: string): string => `tender.${field}`;
