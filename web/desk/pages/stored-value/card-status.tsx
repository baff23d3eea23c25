import type { ReactNode } from 'react';
import { Tag, type Tone } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { ValueAccount } from './calls.js';

const TONES: Record<ValueAccount['status'], Tone> = {
  active: 'good',
  blocked: 'bad',
  expired: 'warn',
};

export function CardStatus({ status }: Pick<ValueAccount, 'status'>): ReactNode {
  const t = useT();
  return <Tag tone={TONES[status]}>{t(`value.status.${status}`)}</Tag>;
}
