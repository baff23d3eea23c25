import { mkdir, statfs } from 'node:fs/promises';
import { checkAll } from '../../platform/health/check.js';
import { maintenanceAges } from '../../platform/maintenance/repository.js';
import { addGauge } from '../../platform/metrics.js';
import type { Platform } from '../../platform/platform.js';

/** What the node needs around it: Redis, disk, backups. */
export function addMachineGauges(platform: Platform): void {
  const { config, db, metrics } = platform;
  addGauge(
    metrics,
    'tillhouse_dependency_up',
    'Whether database, cache and storage answer this node, as in /health/.',
    'of',
    async () => {
      const checks = Object.entries(await checkAll(platform));
      return Object.fromEntries(checks.map(([name, answers]) => [name, Number(answers)]));
    },
  );
  addGauge(
    metrics,
    'tillhouse_disk_free_ratio',
    'Free share of the disk that holds DATA_DIR, 0 to 1.',
    'folder',
    async () => {
      await mkdir(config.dataDir, { recursive: true });
      const { bavail, blocks } = await statfs(config.dataDir);
      return { data: blocks === 0 ? 1 : bavail / blocks };
    },
  );
  addGauge(
    metrics,
    'tillhouse_maintenance_age_seconds',
    'Time since the last backup and restore drill, or since the installation if there was none.',
    'of',
    () => maintenanceAges(db),
  );
}
