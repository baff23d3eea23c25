/** A visit as a request names it: by the hash of a token, or by the id that was found for it. */
export type VisitRef =
  | { by: 'cart_token_hash' | 'cookie_hash'; value: Buffer }
  | { by: 'id'; value: string };

const OWNER_IS_ACTIVE = `(s.user_id is null
  or exists (select from users u where u.id = s.user_id and u.is_active))`;

/** Only guests have cart tokens. */
const OWNERS: Record<VisitRef['by'], string> = {
  cart_token_hash: 's.user_id is null',
  cookie_hash: OWNER_IS_ACTIVE,
  id: OWNER_IS_ACTIVE,
};

/**
 * The live visit (`id`, `user_id`), for a statement that reads or writes more. A session that was
 * ended on another node is not found, so such a statement needs no look-up before it.
 */
export const liveVisitSql = (by: VisitRef['by'], value: string, now: string): string =>
  `select s.id, s.user_id, s.store_id, s.email from sessions s
   where s.${by} = ${value} and s.kind = 'web' and s.ended_at is null and s.expires_at > ${now}
     and ${OWNERS[by]}`;

/** One text for each way to name a visit. */
export const perVisitRef = (
  text: (by: VisitRef['by']) => string,
): Record<VisitRef['by'], string> => ({
  cart_token_hash: text('cart_token_hash'),
  cookie_hash: text('cookie_hash'),
  id: text('id'),
});
