import { createHasher } from '../domains/people/index.js';
import { statement } from '../platform/database/tx.js';
import type { Platform } from '../platform/platform.js';
import { staff } from './data.js';

type Row = { id: string; pin_hash: string | null; password_hash: string | null };

/** The active employees of the demo whose published PIN or password still opens their account. */
export async function workingDemoLogins(platform: Platform): Promise<string[]> {
  const { matches } = createHasher(platform.config.secretKey);
  const rows = await statement<Row>(
    platform.db,
    'select id, pin_hash, password_hash from users where is_active and id = any($1::uuid[])',
    [staff.map(({ id }) => id)],
  );
  const working: string[] = [];
  for (const { id, employee_number, pin, password } of staff) {
    const row = rows.find(found => found.id === id);
    if (row === undefined) continue;
    const isOpen =
      (password !== undefined && (await matches(row.password_hash, password))) ||
      (await matches(row.pin_hash, pin));
    if (isOpen) working.push(employee_number);
  }
  return working;
}
