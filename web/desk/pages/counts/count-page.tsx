import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { History } from '../../parts/history/index.js';
import { Page, Panel } from '../../parts/page.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePolling } from '../../state/live.js';
import { useT } from '../../texts/index.js';
import { type Count, readCount, type Step } from './calls.js';
import { Lines } from './lines.js';
import { Scanner } from './scanner.js';
import { useScopeText } from './scope-text.js';
import { StepDialog } from './step-dialog.js';

/** A stock count: scan and enter quantities, then review and approve the differences. */
export function CountPage({ id }: { id: string }): ReactNode {
  const api = useApi();
  const query = useQuery({
    queryKey: ['counts', 'one', id],
    queryFn: () => readCount(api, id),
    refetchInterval: usePolling(),
  });
  return <Show query={query}>{count => <Shown count={count} />}</Show>;
}

function Shown({ count }: { count: Count }): ReactNode {
  const t = useT();
  const scope = useScopeText();
  const { different_lines: different, moved_lines: moved } = count;
  return (
    <Page
      title={count.number}
      text={
        <Link href="/counts" className="desk-link">
          {t('counts.all')}
        </Link>
      }
      actions={<Actions count={count} />}
    >
      <Panel
        title={`${count.store_name} · ${scope(count)}`}
        aside={<StatusTag status={count.status} />}
      >
        <Group gap="sm">
          <Text size="sm">
            {t('counts.progress', { counted: count.counted_lines, all: count.line_count })}
          </Text>
          {different !== null && different > 0 && (
            <Tag tone="warn">{t('counts.different', { count: different })}</Tag>
          )}
          {moved !== null && moved > 0 && (
            <Tag tone="warn">{t('counts.movedLines', { count: moved })}</Tag>
          )}
          {count.round > 1 && (
            <Tag tone="busy">{t('counts.round', { round: count.round - 1 })}</Tag>
          )}
        </Group>
        {count.notes !== '' && (
          <Text size="sm" c="dimmed" mt={6}>
            {count.notes}
          </Text>
        )}
      </Panel>
      {count.status === 'counting' && <Scanner count={count} />}
      <Lines key={`${count.status}-${count.round}`} count={count} />
      <History type="stock-counts" id={count.id} />
    </Page>
  );
}

function Actions({ count }: { count: Count }): ReactNode {
  const t = useT();
  const { may } = useDesk();
  const [open, setOpen] = useState<Step>();
  const steps: Step[] = [];
  if (count.status === 'counting') steps.push('submit');
  if (count.status === 'review' && may('stock.adjust')) steps.push('approve');
  const toRecount = (count.different_lines ?? 0) + (count.moved_lines ?? 0);
  if (count.status === 'review' && toRecount > 0) steps.push('recount');
  if (count.status === 'counting' || count.status === 'review') steps.push('cancel');
  return (
    <Group gap="xs">
      {steps.map(step => (
        <Button
          key={step}
          variant={step === 'submit' || step === 'approve' ? 'filled' : 'default'}
          onClick={() => setOpen(step)}
        >
          {t(`counts.${step}`)}
        </Button>
      ))}
      {open !== undefined && (
        <StepDialog count={count} step={open} onClose={() => setOpen(undefined)} />
      )}
    </Group>
  );
}
