import { atomically } from '../../../platform/database/tx.js';
import type { Reply, Settle } from '../../../platform/http/idempotency.js';
import type { Platform } from '../../../platform/platform.js';
import type { Staff } from '../../access/index.js';
import { actingStaff } from './acting-staff.js';
import { applyEntry } from './apply-entry.js';
import { writeDecision } from './decide-entry.js';
import type { Applied } from './entry-work.js';
import { findEntry, notHeld } from './find-entry.js';
import { noteInAuditLog } from './note-in-audit-log.js';
import { presentEntry } from './present.js';
import { atTime, finish } from './record-entry.js';
import { signBooked } from './sign-booked.js';

/**
 * Books a held entry with the rights of the caller, after its cause is gone. It belongs to the
 * employee who made it and to its own time. If it is refused again, it stays held. Only another person
 * lifts the limits on money: who made or sent an entry does not approve it.
 */
export async function retryEntry(
  platform: Platform,
  caller: Staff,
  id: string,
  settle: Settle,
): Promise<Reply<ReturnType<typeof presentEntry>>> {
  const { db, clock } = platform;
  const held = await findEntry(db, caller, id);
  if (held.status !== 'held') throw notHeld(held);
  const place = { storeId: held.store_id, terminalId: held.terminal_id };
  const { booked_at: at, received_at: receivedAt, data } = held;
  const acting = await actingStaff(db, caller, place, data, at, true);
  const isNamed = data.employee_id !== undefined;
  const isOwn = held.sent_by === caller.userId || (isNamed && acting.userId === caller.userId);
  const work = {
    platform: atTime(platform, at),
    caller: acting,
    senderId: caller.userId,
    at,
    receivedAt,
    data,
    isDecided: true,
    isApproved: !isOwn,
  };
  const { reply, decided, waiting } = await applyEntry(held.kind, work, run =>
    atomically(db, async tx => {
      let applied: Applied | undefined;
      const entry = await writeDecision(tx, caller, held, clock.now(), async () => {
        applied = await run(tx);
        return { status: 'accepted', note: 'Booked again', applied, madeBy: acting.userId };
      });
      await signBooked(tx, platform, entry, clock.now(), applied?.records);
      if (applied !== undefined) noteInAuditLog(tx, work, applied);
      const answer = await settle(tx, 200, presentEntry(platform.config, entry));
      return { reply: answer, decided: entry, waiting: applied?.waiting };
    }),
  );
  await finish(platform, decided, waiting);
  return reply;
}
