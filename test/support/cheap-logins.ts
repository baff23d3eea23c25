import { createHasher } from '../../src/domains/people/index.js';
import type { Platform } from '../../src/platform/platform.js';
import { customer, staff } from '../../src/seed/data.js';

/** The least that Argon2 takes. */
const COST = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/**
 * Hashes the PINs and passwords of the demo again at the least cost: the tests log in thousands of
 * times, and each login would take 50 ms of processor time. Accounts that a test creates are hashed
 * at the full cost.
 */
export async function cheapenDemoLogins({ config, db }: Platform): Promise<void> {
  const { hash } = createHasher(config.secretKey, COST);
  for (const { id, pin, password } of [
    ...staff.map(person => ({ password: undefined, ...person })),
    { pin: undefined, ...customer },
  ]) {
    await db
      .updateTable('users')
      .set({
        ...(pin !== undefined && { pin_hash: await hash(pin) }),
        ...(password !== undefined && { password_hash: await hash(password) }),
      })
      .where('id', '=', id)
      .execute();
  }
}
