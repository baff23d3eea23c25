import type { ReactNode } from 'react';
import { type Key, useT } from '../texts/index.js';

export type Tone = 'good' | 'warn' | 'bad' | 'busy' | 'calm';

const TONES: Record<string, Tone> = {
  active: 'good',
  approved: 'good',
  arrived: 'good',
  completed: 'good',
  delivered: 'good',
  healthy: 'good',
  open: 'good',
  picked_up: 'good',
  processed: 'good',
  running: 'good',
  succeeded: 'good',
  degraded: 'warn',
  high: 'warn',
  partially_paid: 'warn',
  partially_refunded: 'warn',
  paused: 'warn',
  payment_requires_action: 'warn',
  pending: 'warn',
  requested: 'warn',
  review: 'warn',
  requires_action: 'warn',
  denied: 'bad',
  down: 'bad',
  failed: 'bad',
  refused: 'bad',
  rejected: 'bad',
  voided: 'bad',
  in_progress: 'busy',
  in_transit: 'busy',
  counting: 'busy',
  packed: 'busy',
  processing: 'busy',
  ready_for_pickup: 'busy',
  partially_received: 'warn',
  received: 'good',
  submitted: 'busy',
  scheduled: 'busy',
  sent: 'good',
  waiting: 'warn',
  shipped: 'busy',
};

export function Tag({ tone = 'calm', children }: { tone?: Tone; children: ReactNode }): ReactNode {
  return (
    <span className="desk-tag" data-tone={tone}>
      {children}
    </span>
  );
}

/** Translates a status; unknown ones are shown as sent. */
export function useStatusText(): (status: string) => string {
  const t = useT();
  return status => {
    const key = `status.${status}`;
    const text = t(key as Key);
    return text === key ? status.replaceAll('_', ' ') : text;
  };
}

export function StatusTag({ status, tone }: { status: string; tone?: Tone }): ReactNode {
  const textOf = useStatusText();
  return <Tag tone={tone ?? TONES[status] ?? 'calm'}>{textOf(status)}</Tag>;
}
