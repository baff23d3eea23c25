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

/** Audit record: the groups of the identity provider gave another role. */
export const roleMapped = defineEvent(
  'user.role_mapped',
  {
    summary: 'A login through the identity provider changed the role of a user.',
    data: Type.Object({ id: Uuid, before: Type.String(), after: Type.String() }),
  },
  (userId: string, before: string, after: string) => ({
    storeId: null,
    subjectId: userId,
    data: { id: userId, before, after },
  }),
);

export const roleSaved = defineEvent(
  'role.saved',
  {
    summary: 'The permissions of an own role changed. Screens load their own again.',
    data: Type.Object({ id: Uuid }),
    live: true,
  },
  (id: string) => ({ storeId: null, subjectId: id, data: { id } }),
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

const TillData = { terminal_id: Type.String() };

/** Audit record: who made a code for a till. The code itself is nowhere. */
export const pairingCodeMade = defineEvent(
  'terminal.pairing_code_made',
  {
    summary: 'A code for pairing a device with a till was made.',
    data: Type.Object({ ...TillData, made_by: Uuid }),
  },
  (terminal: { id: string; storeId: string }, madeBy: string) => ({
    storeId: terminal.storeId,
    subjectId: null,
    data: { terminal_id: terminal.id, made_by: madeBy },
  }),
);

export const devicePaired = defineEvent(
  'terminal.device_paired',
  {
    summary: 'A device was paired with a till.',
    data: Type.Object({ ...TillData, device_id: Uuid, paired_by: Nullable(Uuid) }),
  },
  (device: { id: string; terminalId: string; storeId: string; pairedBy: string | null }) => ({
    storeId: device.storeId,
    subjectId: device.id,
    data: { terminal_id: device.terminalId, device_id: device.id, paired_by: device.pairedBy },
  }),
);

export const deviceUnpaired = defineEvent(
  'terminal.device_unpaired',
  {
    summary: 'A device was unpaired from its till; its logins ended.',
    data: Type.Object({ ...TillData, device_id: Uuid, unpaired_by: Nullable(Uuid) }),
  },
  (
    device: { id: string; terminal_id: string; store_id: string | null },
    unpairedBy: string | null,
  ) => ({
    storeId: device.store_id,
    subjectId: device.id,
    data: { terminal_id: device.terminal_id, device_id: device.id, unpaired_by: unpairedBy },
  }),
);
