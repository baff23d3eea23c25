import { atomically } from '../../../platform/database/tx.js';
import type { Platform } from '../../../platform/platform.js';
import { mirrorTarget } from '../connectors/registry.js';
import { forgetTarget, lockMirror, startMirror, stopMirror } from './mirror-repository.js';
import { FIRST_KIND, hintPushAll } from './push-all.js';

/**
 * Compares the configured content system with the one that records were mirrored to. A new one gets
 * all records; one that was configured before gets those that changed since. Every node does so at
 * its start.
 */
export async function chooseTarget(platform: Platform): Promise<void> {
  const target = mirrorTarget(platform);
  await atomically(platform.db, async tx => {
    const mirror = await lockMirror(tx);
    if (target === undefined) {
      if (mirror.is_active) await stopMirror(tx);
      return;
    }
    // Older releases do not say which content system they pushed to: it was this one.
    const isKnown = mirror.target === null || mirror.target === target;
    if (isKnown && mirror.is_active) return;
    if (!isKnown) await forgetTarget(tx);
    await startMirror(tx, target, FIRST_KIND, platform.clock.now());
    hintPushAll(tx);
  });
}
