import type { PrintJob, ShownJob } from './print-job-repository.js';
import type { Device } from './repository.js';

export const presentDevice = (device: Device) => ({
  ...device,
  state_at: device.state_at?.toISOString() ?? null,
  created_at: device.created_at.toISOString(),
  updated_at: device.updated_at.toISOString(),
});

function statusOf(job: PrintJob): 'waiting' | 'printed' | 'failed' {
  if (job.printed_at !== null) return 'printed';
  return job.due_at === null ? 'failed' : 'waiting';
}

export const presentJob = (job: ShownJob) => ({
  id: job.id,
  terminal_id: job.terminal_id,
  device_id: job.device_id,
  device_name: job.device_name,
  transaction_number: job.transaction_number,
  kind: job.kind,
  status: statusOf(job),
  error: job.error,
  attempts: job.attempts,
  created_at: job.created_at.toISOString(),
  printed_at: job.printed_at?.toISOString() ?? null,
});
