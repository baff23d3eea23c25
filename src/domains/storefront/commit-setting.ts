import type { Platform } from '../../platform/platform.js';

/** For the commit of a visit, an added article or a started checkout; null: as the database has it. */
export type CommitSetting = 'off' | null;

export const commitSetting = ({ config }: Pick<Platform, 'config'>): CommitSetting =>
  config.cartSyncCommit ? null : 'off';

/**
 * A column that sets `synchronous_commit` for the commit of its own statement, without a statement
 * of its own. Only for statements outside a transaction: it holds until the transaction ends.
 */
export const commitSql = (setting: string): string =>
  `set_config('synchronous_commit',
     coalesce(${setting}::text, current_setting('synchronous_commit')), true) as committed`;
