import { Nullable, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';

type Row = { id: string; sanity_id: string | null };

const RecordData = Type.Object({ id: Uuid, sanity_id: Nullable(Type.String()) });

const about = ({ id, sanity_id }: Row) => ({
  storeId: null,
  subjectId: id,
  data: { id, sanity_id },
});

export const userSaved = defineEvent(
  'user.saved',
  { summary: 'A user was created, changed or deactivated.', data: RecordData },
  about,
);
export const userDeleted = defineEvent(
  'user.deleted',
  { summary: 'A user was deleted.', data: RecordData },
  about,
);

/** An audit record of the grant. */
export const allStoresGranted = defineEvent(
  'user.all_stores_granted',
  {
    summary: 'A user was given access to every store.',
    data: Type.Object({ id: Uuid, granted_by: Uuid }),
  },
  (user: { id: string }, grantedBy: string) => ({
    storeId: null,
    subjectId: user.id,
    data: { id: user.id, granted_by: grantedBy },
  }),
);

export const customerLoggedIn = defineEvent(
  'customer.logged_in',
  {
    summary: 'A customer logged in to the web shop.',
    data: Type.Object({ user_id: Uuid, session_id: Uuid }),
  },
  (userId: string, sessionId: string) => ({
    storeId: null,
    subjectId: userId,
    data: { user_id: userId, session_id: sessionId },
  }),
);

type LiftedBlock = {
  id: string;
  kind: string;
  user_id?: string | null;
  terminal_id?: string | null;
  address?: string;
};

/** Audit record: who lifted the lock-out. */
export const blockLifted = defineEvent(
  'user.block_lifted',
  {
    summary: 'A lock-out of a person or till, or the block of an address, was lifted.',
    data: Type.Object({
      id: Uuid,
      kind: Type.String(),
      user_id: Nullable(Uuid),
      terminal_id: Nullable(Type.String()),
      address: Nullable(Type.String()),
      lifted_by: Uuid,
    }),
  },
  (block: LiftedBlock, liftedBy: string) => ({
    storeId: null,
    subjectId: block.user_id ?? null,
    data: {
      id: block.id,
      kind: block.kind,
      user_id: block.user_id ?? null,
      terminal_id: block.terminal_id ?? null,
      address: block.address ?? null,
      lifted_by: liftedBy,
    },
  }),
);
