import { type Autocommit, type Reader, statement, type Tx } from '../../../platform/database/tx.js';
import type { AgeStanding, AgeVerification } from './rules.js';

export type Person = { sessionId: string | null; userId: string | null };

const ofPerson = ({ sessionId, userId }: Person): string[] => [
  ...(sessionId === null ? [] : [`session:${sessionId}`]),
  ...(userId === null ? [] : [`user:${userId}`]),
];
const ofClient = (client: string | null): string[] => (client === null ? [] : [`client:${client}`]);

const REFUSAL = (subjects: string): string => `(
  select json_build_object('age', min(age), 'until', max(expires_at)) from age_refusals
  where subject = any(${subjects}::text[]) and expires_at > $3 having count(*) > 0)`;

/** The proof with the highest age, the refusals that stand, and whether a vendor knows the person. */
export async function ageStanding(
  reader: Reader,
  person: Person,
  client: string | null,
  now: Date,
): Promise<AgeStanding> {
  type Refused = { age: number; until: string } | null;
  const [row] = await statement<{
    proof: Record<keyof AgeVerification, unknown> | null;
    refused: Refused;
    client_refused: Refused;
    is_identified: boolean;
  }>(
    reader,
    `select (
       select row_to_json(a) from (
         select verified_for_age, method, verified_at, expires_at, is_checked
         from age_verifications
         where (session_id = $1 or user_id = $2) and expires_at > $3
         order by is_checked desc, verified_for_age desc, expires_at desc limit 1) a) as proof,
       ${REFUSAL('$4')} as refused, ${REFUSAL('$5')} as client_refused,
       is_identity_verified($2) as is_identified`,
    [person.sessionId, person.userId, now, ofPerson(person), ofClient(client)],
  );
  if (row === undefined) throw new Error('the standing of a person has no row');
  const refusal = (refused: Refused) =>
    refused === null ? undefined : { age: refused.age, until: new Date(refused.until) };
  const { proof } = row;
  return {
    proof: proof
      ? {
          verified_for_age: Number(proof.verified_for_age),
          method: String(proof.method),
          verified_at: new Date(String(proof.verified_at)),
          expires_at: new Date(String(proof.expires_at)),
          is_checked: proof.is_checked === true,
        }
      : undefined,
    refused: refusal(row.refused),
    clientRefused: refusal(row.client_refused),
    isIdentified: row.is_identified,
  };
}

/** Keeps one proof per user, or per session for a guest; a new proof replaces the old one. */
export async function saveAgeProof(
  reader: Autocommit,
  id: string,
  person: Person,
  proof: AgeVerification & { checked_by?: string },
): Promise<void> {
  const isKnown = person.userId !== null;
  const key = isKnown ? 'user_id' : 'session_id';
  await statement(
    reader,
    `insert into age_verifications
       (id, ${key}, verified_for_age, method, verified_at, expires_at, is_checked, checked_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (${key}) do update
       set verified_for_age = excluded.verified_for_age, method = excluded.method,
           verified_at = excluded.verified_at, expires_at = excluded.expires_at,
           is_checked = excluded.is_checked, checked_by = excluded.checked_by`,
    [
      id,
      isKnown ? person.userId : person.sessionId,
      proof.verified_for_age,
      proof.method,
      proof.verified_at,
      proof.expires_at,
      proof.is_checked,
      proof.checked_by ?? null,
    ],
  );
}

/** A refusal that still stands keeps its lower age. */
export async function saveAgeRefusal(
  reader: Autocommit,
  person: Person,
  client: string | null,
  refusal: { age: number; at: Date; until: Date },
): Promise<void> {
  await statement(
    reader,
    `insert into age_refusals as r (subject, age, refused_at, expires_at)
     select subject, $2::smallint, $3::timestamptz, $4::timestamptz
     from unnest($1::text[]) as subject order by subject
     on conflict (subject) do update
       set age = case when r.expires_at > excluded.refused_at then least(r.age, excluded.age)
                 else excluded.age end,
           refused_at = excluded.refused_at, expires_at = excluded.expires_at`,
    [[...ofPerson(person), ...ofClient(client)], refusal.age, refusal.at, refusal.until],
  );
}

export async function deleteAgeRefusals(tx: Tx, person: Person): Promise<void> {
  await statement(tx, 'delete from age_refusals where subject = any($1::text[])', [
    ofPerson(person),
  ]);
}

export async function deleteExpiredProofs(reader: Autocommit, now: Date): Promise<void> {
  await statement(reader, 'delete from age_verifications where expires_at <= $1', [now]);
}

export async function deleteExpiredRefusals(reader: Autocommit, now: Date): Promise<void> {
  await statement(reader, 'delete from age_refusals where expires_at <= $1', [now]);
}
