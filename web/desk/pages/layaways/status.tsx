import type { ReactNode } from 'react';
import { StatusTag } from '../../parts/tag.js';
import type { Status } from './calls.js';

/** An expired layaway waits for a manager. */
export function LayawayStatus({ status }: { status: Status }): ReactNode {
  return <StatusTag status={status} tone={status === 'expired' ? 'bad' : undefined} />;
}
