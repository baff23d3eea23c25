import { Group, Text, Timeline } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { Panel } from '../../parts/page.js';
import { StatusTag } from '../../parts/tag.js';
import { useT } from '../../texts/index.js';
import type { ItemOf } from '../../types.js';
import { useTypeText } from '../approvals/type-text.js';
import { useKindText } from '../mails/use-kind-text.js';

type Step = ItemOf<'/transactions/{transactionId}/history/'>;

/** Statuses that say more than the step itself. */
const WITH_STATUS: Step['kind'][] = ['payment', 'approval', 'fulfillment', 'parcel', 'mail'];

/** Steps whose subject is a code of the API, and those whose reason is one. */
const CODED: Step['kind'][] = ['fulfillment', 'handed_over', 'mail'];
const RETURNS: Step['kind'][] = ['return_opened', 'return_completed'];

/** What happened to a sale, from the first scan to the last mail. */
export function Steps({ id }: { id: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const query = useQuery({
    queryKey: ['sale', id, 'steps'],
    queryFn: () =>
      answer(
        api.GET('/transactions/{transactionId}/history/', {
          params: { path: { transactionId: id } },
        }),
      ),
  });
  return (
    <Panel title={t('steps.title')}>
      <Show query={query} empty={<Empty title={t('steps.none')} />}>
        {steps => (
          <Timeline bulletSize={12} lineWidth={2} active={steps.length}>
            {steps.map((step, index) => (
              // Steps have no id, and their order does not change.
              // biome-ignore lint/suspicious/noArrayIndexKey: see above
              <Timeline.Item key={index} title={<Title step={step} />}>
                <About step={step} />
              </Timeline.Item>
            ))}
          </Timeline>
        )}
      </Show>
    </Panel>
  );
}

function Title({ step }: { step: Step }): ReactNode {
  const t = useT();
  const format = useFormat();
  return (
    <Group justify="space-between" gap="xs">
      <Group gap="xs">
        {step.mail_id === null ? t(`step.${step.kind}`) : <MailLink step={step} />}
        {step.status !== null && WITH_STATUS.includes(step.kind) && (
          <StatusTag status={step.status} />
        )}
      </Group>
      {step.amount !== null && <span className="money">{format.money(step.amount)}</span>}
    </Group>
  );
}

/** A mail is named by its kind and opens on the page of mails. */
function MailLink({ step }: { step: Step }): ReactNode {
  const t = useT();
  const kindText = useKindText();
  const kind = step.mail_kind === null ? '' : `: ${kindText(step.mail_kind)}`;
  return (
    <Link href={`/mails?mail=${step.mail_id}`} className="desk-link">
      {t('step.mail')}
      {kind}
    </Link>
  );
}

function About({ step }: { step: Step }): ReactNode {
  const format = useFormat();
  const typeText = useTypeText();
  const { kind, subject } = step;
  const named = kind === 'approval' && subject !== null ? typeText(subject) : subject;
  const parts = [
    format.dateTime(step.at),
    step.person,
    CODED.includes(kind) ? null : named,
    RETURNS.includes(kind) ? null : step.reason,
  ];
  return (
    <Text size="xs" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
      {parts.filter(Boolean).join(' · ')}
    </Text>
  );
}
