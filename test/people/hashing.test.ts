import { describe, expect, it } from 'vitest';
import { createHasher } from '../../src/domains/people/hashing.js';

const hasher = createHasher('one-secret-key-of-a-shop');

describe('hashing', () => {
  it('matches its own secret, in either Unicode form, and no other', async () => {
    const stored = await hasher.hash('caf\u00e9-1234');
    expect(await hasher.matches(stored, 'cafe\u0301-1234')).toBe(true);
    expect(await hasher.matches(stored, 'cafe-1234')).toBe(false);
    expect(await hasher.matches(null, 'caf\u00e9-1234')).toBe(false);
  });

  it('matches nothing without the secret of the installation', async () => {
    const stored = await hasher.hash('1234');
    expect(await createHasher('another-secret-key').matches(stored, '1234')).toBe(false);
  });

  it('queues or runs 66, refuses the rest with 503, and recovers', async () => {
    const results = await Promise.allSettled(
      Array.from({ length: 80 }, () => hasher.matches(null, '1234')),
    );
    const refused = results.filter(result => result.status === 'rejected');
    expect(refused).toHaveLength(80 - 66);
    for (const { reason } of refused) {
      expect(reason).toMatchObject({ status: 503, code: 'BUSY', extra: { retryAfterSeconds: 2 } });
    }
    expect(await hasher.matches(await hasher.hash('1234'), '1234')).toBe(true);
  });

  it('serves logins before a crowd of registrations', async () => {
    const done: string[] = [];
    const newcomers = Array.from({ length: 17 }, async () => {
      await hasher.hashForRegistration('a-long-password');
      done.push('newcomer');
    });
    await expect(hasher.hashForRegistration('one-too-many')).rejects.toMatchObject({
      code: 'BUSY',
    });
    await Promise.all(
      Array.from({ length: 6 }, async () => {
        await hasher.matches(null, '1234');
        done.push('login');
      }),
    );
    expect(done.filter(who => who === 'newcomer').length).toBeLessThan(9);
    await Promise.all(newcomers);
    expect(done).toHaveLength(23);
  });
});
