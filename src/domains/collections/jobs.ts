import type { Job, Schedule } from '../../platform/jobs/job.js';
import type { Platform } from '../../platform/platform.js';
import { finishDeletions } from './delete-collection.js';
import { evaluateRule } from './evaluate-rule.js';
import { allRules } from './repository.js';
import { isAbout } from './rules.js';

/** Products stop being new without an event, so rules about new products are evaluated by the clock. */
async function refreshRules(platform: Platform): Promise<void> {
  await finishDeletions(platform);
  for (const rule of await allRules(platform.db)) {
    if (isAbout(rule, ['new'])) await evaluateRule(platform, rule.collection_id);
  }
}

const refresh: Job = { name: 'collections:refresh', run: refreshRules };

export const jobs: readonly Job[] = [refresh];
export const schedules: readonly Schedule[] = [{ job: refresh.name, cron: '*/10 * * * *' }];
