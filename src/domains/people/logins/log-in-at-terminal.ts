import { noteActor, noteLogin } from '../../../platform/audit/audited-call.js';
import { addMs, DAY_MS, SECOND_MS } from '../../../platform/clock.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { forbidden, invalidField, unauthenticated } from '../../../platform/http/failure.js';
import { clientKey } from '../../../platform/http/limits.js';
import { newId } from '../../../platform/ids.js';
import type { Platform } from '../../../platform/platform.js';
import { findStore, registerTerminal, type Store, terminalById } from '../../stores/index.js';
import { accountOf, type FailureBlock, failureBlockOf, NOBODY } from '../blocks/failure-block.js';
import { ofPerson, ofTill } from '../devices/device-token.js';
import { hashToken } from '../hashing.js';
import { lockPairedTill, pairedTill } from '../pairing/repository.js';
import { requireOwnTill, requirePairing } from '../pairing/rules.js';
import {
  type Credentials,
  credentialsByEmployeeRef,
  credentialsForLogin,
  type User,
} from '../repository.js';
import { fullName, worksAt } from '../rules.js';
import { isTillCaller, rememberTillCaller } from './caller-repository.js';
import { findByPin, type PinPlace } from './check-pin.js';
import { callerHash } from './client-hash.js';
import { insertSession, lockTerminalLogins } from './session-repository.js';
import { endSessionsWhere, TERMINAL_LOGIN_MS } from './sessions.js';
import { signToken } from './tokens.js';

export type TerminalLogin = {
  employee_id: string;
  pin_code: string;
  store_id: string;
  terminal_id: string;
};

const refused = () => unauthenticated('Invalid employee or PIN.', 'INVALID_CREDENTIALS');

/** A till that a login has registered counts as the person for this long, then for itself. */
const NEW_TILL_MS = DAY_MS;

/**
 * Errors about stores and terminals appear only after the right PIN; a device that is not paired
 * with this till, where it must be, is refused first.
 */
export async function logInAtTerminal(
  platform: Platform,
  login: TerminalLogin,
  { address, userAgent, pairing }: { address: string; userAgent: string; pairing?: string },
) {
  const pairingHash = pairing === undefined ? undefined : hashToken(pairing);
  // Before the PIN: a device of another till learns nothing about PINs and locks nobody out.
  const isRegistered = await isTillOfDevice(platform, login, pairingHash);
  const block = failureBlockOf(platform, address);
  const caller = callerHash(platform, login.terminal_id, address);
  // Tills may share an address, so wrong PINs at one till must not block known clients at another.
  const isInUse = await isTillCaller(platform.db, caller, platform.clock.now());
  if (!isInUse) await block.refuseBlocked();
  const place = { terminalId: login.terminal_id, isRegistered, isInUse, address };
  const found = await personWithPin(platform, login, place, block);
  const now = platform.clock.now();
  // Whole seconds, the resolution of a JWT.
  const startedAt = new Date(Math.floor(now.getTime() / SECOND_MS) * SECOND_MS);
  const expiresAt = addMs(startedAt, TERMINAL_LOGIN_MS);
  const sessionId = newId();
  const { store, isOwnCount } = await atomically(platform.db, async tx => {
    const user = await credentialsForLogin(tx, found.id);
    // The user was deactivated or got a new PIN during the check.
    if (!user?.is_active || user.pin_hash !== found.pin_hash) throw refused();
    const { store, since } = await placeOf(tx, user, login, now);
    const device = pairingHash && (await lockPairedTill(tx, pairingHash, now));
    requirePairing(store, device);
    requireOwnTill(device, login.terminal_id);
    await lockTerminalLogins(tx, login.terminal_id);
    await endSessionsWhere(tx, platform, { terminalId: login.terminal_id }, 'replaced');
    await insertSession(tx, {
      id: sessionId,
      kind: 'pos',
      userId: user.id,
      storeId: store.id,
      terminalId: login.terminal_id,
      cookieHash: null,
      userAgent,
      address: clientKey(address),
      pairedDeviceId: device?.id,
      now,
      expiresAt,
    });
    await rememberTillCaller(tx, caller, now);
    noteLogin(tx, {
      id: user.id,
      kind: 'staff',
      storeId: store.id,
      terminalId: login.terminal_id,
    });
    return { store, isOwnCount: device !== undefined || addMs(since, NEW_TILL_MS) <= now };
  });
  await block.cleared(accountOf(found.id));
  const token = await signToken(platform, {
    kind: 'pos',
    sessionId,
    userId: found.id,
    issuedAt: startedAt,
    expiresAt,
  });
  const owner = isOwnCount ? ofTill(login.terminal_id) : ofPerson(found.id);
  return { answer: present({ token, sessionId, expiresAt }, found, store), owner };
}

const present = (
  login: { token: string; sessionId: string; expiresAt: Date },
  user: User,
  store: Store,
) => ({
  success: true as const,
  token: login.token,
  session_id: login.sessionId,
  expires_at: login.expiresAt.toISOString(),
  user: {
    id: user.id,
    name: fullName(user),
    employee_number: user.employee_number ?? '',
    role: user.role,
  },
  store: { id: store.id, name: store.name },
});

async function personWithPin(
  platform: Platform,
  { employee_id: employeeId, pin_code: pin }: TerminalLogin,
  place: PinPlace,
  block: FailureBlock,
): Promise<Credentials> {
  const found = await findByPin(platform, { employeeId, pin }, place);
  if (found !== null) return found;
  const meant = await credentialsByEmployeeRef(platform.db, employeeId);
  noteActor({ id: meant?.id ?? null, kind: meant ? 'staff' : 'unknown' });
  await block.failed(meant ? accountOf(meant.id) : NOBODY);
  throw refused();
}

/** Whether the store has this till. Throws if the device may not log in as this till. */
async function isTillOfDevice(
  { db }: Platform,
  { store_id: storeRef, terminal_id: terminalId }: TerminalLogin,
  pairingHash: Buffer | undefined,
): Promise<boolean> {
  const store = await findStore(db, storeRef);
  noteActor({ storeId: store?.id ?? null });
  const device = pairingHash && (await pairedTill(db, pairingHash));
  if (store) requirePairing(store, device);
  const terminal = await terminalById(db, terminalId);
  requireOwnTill(device, terminal?.id ?? terminalId);
  return store !== undefined && terminal?.store_id === store.id;
}

/** The store, if the user may work at this till. Registers a new till. */
async function placeOf(
  tx: Tx,
  user: User,
  login: TerminalLogin,
  now: Date,
): Promise<{ store: Store; since: Date }> {
  const store = await findStore(tx, login.store_id);
  if (store === undefined) throw invalidField('store_id', 'There is no such store.');
  if (!worksAt(user, store.id)) {
    throw forbidden('You are not assigned to this store.', 'STORE_NOT_ASSIGNED');
  }
  if (!store.is_active) throw forbidden('This store is closed.', 'STORE_INACTIVE');
  const terminal = await registerTerminal(tx, login.terminal_id, store.id, now);
  if (terminal.store_id !== store.id) {
    throw forbidden('This terminal belongs to another store.', 'TERMINAL_OF_OTHER_STORE');
  }
  if (!terminal.is_active) throw forbidden('This terminal is switched off.', 'TERMINAL_INACTIVE');
  return { store, since: terminal.created_at };
}
