import { noteUnfinished } from '../../../platform/audit/audited-call.js';
import { atomically, type Tx } from '../../../platform/database/tx.js';
import { unwatched } from '../../../platform/database/tx-scope.js';
import type { Platform } from '../../../platform/platform.js';
import { checkWithinLimits, type Subject, subjectName } from '../blocks/check-within-limits.js';
import { accountOf, type FailureBlock } from '../blocks/failure-block.js';
import { lockTotp, useRecoveryCode, writeLastStep } from './repository.js';
import { codeNeeded, isTotpCode, recoveryHashes, stepOf, typedCode, wrongCode } from './rules.js';
import { unseal } from './seal.js';

/** Wrong codes of one account in ten minutes: three of a million codes are right at a time. */
const MAX_WRONG_CODES = 5;

const subjectOf = (userId: string): Subject => ({
  name: subjectName('code of', userId),
  about: { kind: 'code', userId, terminalId: null },
  maxFailures: MAX_WRONG_CODES,
  clearedBySuccess: true,
});

/**
 * Whether the code is right, within the limit on guesses. A right code is used up, also if the
 * login then fails for another reason.
 */
export const checkCode = (platform: Platform, userId: string, code: string): Promise<boolean> =>
  checkWithinLimits(platform, [subjectOf(userId)], () =>
    unwatched(() => atomically(platform.db, tx => useCode(tx, platform, userId, code))),
  );

async function useCode(tx: Tx, platform: Platform, userId: string, code: string): Promise<boolean> {
  const row = await lockTotp(tx, userId);
  if (row === undefined || row.confirmed_at === null) return false;
  const typed = typedCode(code);
  if (!isTotpCode(typed)) {
    return useRecoveryCode(tx, userId, recoveryHashes(platform, userId, typed));
  }
  const step = stepOf(unseal(platform.config, row.sealed), typed, platform.clock.now());
  if (step === undefined || step <= (row.last_step ?? 0)) return false;
  await writeLastStep(tx, userId, step);
  return true;
}

/** The second step of a login whose password was right. */
export async function requireCode(
  platform: Platform,
  userId: string,
  code: string | undefined,
  block: FailureBlock,
): Promise<void> {
  if (code === undefined) {
    noteUnfinished();
    throw codeNeeded();
  }
  if (await checkCode(platform, userId, code)) return;
  await block.failed(accountOf(userId));
  throw wrongCode();
}
