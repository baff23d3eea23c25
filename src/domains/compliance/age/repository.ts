import { type Autocommit, type Reader, statement } from '../../../platform/database/tx.js';

export type AgeVerification = {
  verified_for_age: number;
  method: string;
  verified_at: Date;
  expires_at: Date;
};

export type Person = { sessionId: string | null; userId: string | null };

/** The unexpired proof with the highest age, of the session or the user. */
export async function ageProof(
  reader: Reader,
  person: Person,
  now: Date,
): Promise<AgeVerification | undefined> {
  const [row] = await statement<AgeVerification>(
    reader,
    `select verified_for_age, method, verified_at, expires_at from age_verifications
     where (session_id = $1 or user_id = $2) and expires_at > $3
     order by verified_for_age desc, expires_at desc limit 1`,
    [person.sessionId, person.userId, now],
  );
  return row;
}

/** Keeps one proof per user, or per session for a guest; a new proof replaces the old one. */
export async function saveAgeProof(
  reader: Autocommit,
  id: string,
  person: Person,
  proof: AgeVerification,
): Promise<void> {
  const isKnown = person.userId !== null;
  const key = isKnown ? 'user_id' : 'session_id';
  await statement(
    reader,
    `insert into age_verifications (id, ${key}, verified_for_age, method, verified_at, expires_at)
     values ($1, $2, $3, $4, $5, $6)
     on conflict (${key}) do update
       set verified_for_age = excluded.verified_for_age, method = excluded.method,
           verified_at = excluded.verified_at, expires_at = excluded.expires_at`,
    [
      id,
      isKnown ? person.userId : person.sessionId,
      proof.verified_for_age,
      proof.method,
      proof.verified_at,
      proof.expires_at,
    ],
  );
}

export async function deleteExpiredProofs(reader: Autocommit, now: Date): Promise<void> {
  await statement(reader, 'delete from age_verifications where expires_at <= $1', [now]);
}
