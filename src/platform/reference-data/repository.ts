import { type Reader, statement, type Tx } from '../database/tx.js';

export async function readVersion(reader: Reader): Promise<string> {
  const [row] = await statement<{ version: string }>(
    reader,
    'select version::text from reference_version',
  );
  if (!row) throw new Error('reference_version has no row');
  return row.version;
}

/** The version, which nobody can raise before this transaction ends. */
export async function holdVersion(tx: Tx): Promise<string> {
  const [row] = await statement<{ version: string }>(
    tx,
    'select version::text from reference_version for share',
  );
  if (!row) throw new Error('reference_version has no row');
  return row.version;
}

/** Part of a statement that writes: values of this version are still current. */
export const isCurrentSql = (version: string): string =>
  `(select version from reference_version) = ${version}::bigint`;
