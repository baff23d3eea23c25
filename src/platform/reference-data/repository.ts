import { type Reader, statement } from '../database/tx.js';

export async function readVersion(reader: Reader): Promise<string> {
  const [row] = await statement<{ version: string }>(
    reader,
    'select version::text from reference_version',
  );
  if (!row) throw new Error('reference_version has no row');
  return row.version;
}
