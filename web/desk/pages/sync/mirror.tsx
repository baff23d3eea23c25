import { Progress, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useFormat } from '../../../shared/i18n/format.js';
import { LabelledValue, Panel } from '../../parts/page.js';
import { useT } from '../../texts/index.js';

type PushOfAll = {
  started_at: string;
  finished_at: string | null;
  total: number;
  pushed: number;
};

export type Mirror = {
  is_configured: boolean;
  never_synced: number;
  full_push: PushOfAll | null;
};

/** What the content system has of the records. */
export function MirrorPanel({ mirror }: { mirror: Mirror }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Panel title={t('sync.mirror')}>
      {!mirror.is_configured && <Text size="sm">{t('sync.notConfigured')}</Text>}
      <LabelledValue label={t('sync.neverTotal')}>
        {format.number(mirror.never_synced)}
      </LabelledValue>
      {mirror.full_push !== null && <PushProgress push={mirror.full_push} />}
    </Panel>
  );
}

function PushProgress({ push }: { push: PushOfAll }): ReactNode {
  const t = useT();
  const format = useFormat();
  if (push.finished_at !== null) {
    return (
      <LabelledValue label={t('sync.allPushed')}>{format.dateTime(push.finished_at)}</LabelledValue>
    );
  }
  const done = format.number(push.pushed);
  const percent = push.total === 0 ? 0 : (100 * push.pushed) / push.total;
  return (
    <>
      <LabelledValue label={t('sync.pushing')}>
        {t('sync.pushed', { done, total: format.number(push.total) })}
      </LabelledValue>
      <Progress value={percent} aria-label={t('sync.pushing')} mt="xs" />
    </>
  );
}
