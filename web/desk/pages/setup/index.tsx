import { Accordion, Progress as Bar, Button, Group, Stack, Text } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed, IconPlayerSkipForward } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Show } from '../../../shared/components/states.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag, type Tone } from '../../parts/tag.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { moveStep, type Progress, type SkippableStep, type Step, type StepName } from './calls.js';
import { MethodStep } from './method-step.js';
import { ProductStep } from './product-step.js';
import { SaleStep } from './sale-step.js';
import { StaffStep } from './staff-step.js';
import { StoreStep } from './store-step.js';
import { TillStep } from './till-step.js';
import { useProgress } from './use-progress.js';

/** Leads the owner of an empty shop to the first sale. */
export default function Setup(): ReactNode {
  const t = useT();
  const progress = useProgress();
  return (
    <Page title={t('setup.title')} text={t('setup.text')}>
      <Show query={progress}>{loaded => <Steps progress={loaded} />}</Show>
    </Page>
  );
}

function Steps({ progress }: { progress: Progress }): ReactNode {
  const t = useT();
  const { steps } = progress;
  const next = steps.find(({ status }) => status === 'open')?.step ?? null;
  const [opened, setOpened] = useState<string | null>(next);
  // When a step is done, the next one opens.
  const before = useRef(next);
  useEffect(() => {
    if (before.current !== next) setOpened(next);
    before.current = next;
  }, [next]);
  const left = steps.filter(({ status }) => status !== 'open').length;
  return (
    <Stack>
      <Group gap="sm" wrap="nowrap">
        <Bar
          flex={1}
          value={(100 * left) / steps.length}
          aria-label={t('setup.progress', { done: left, all: steps.length })}
        />
        <Text size="sm" role="status">
          {t('setup.progress', { done: left, all: steps.length })}
        </Text>
      </Group>
      {progress.is_complete && <Finished />}
      <Accordion order={2} variant="separated" value={opened} onChange={setOpened}>
        {steps.map(step => (
          <StepItem key={step.step} step={step} hasStore={hasStore(steps)} />
        ))}
      </Accordion>
    </Stack>
  );
}

const hasStore = (steps: Step[]): boolean =>
  steps.some(({ step, status }) => step === 'store' && status === 'done');

const TONES: Record<Step['status'], Tone> = { done: 'good', skipped: 'calm', open: 'warn' };
const ICONS: Record<Step['status'], ReactNode> = {
  done: <IconCircleCheck size={22} />,
  skipped: <IconPlayerSkipForward size={22} />,
  open: <IconCircleDashed size={22} />,
};

function StepItem({ step, hasStore: isReady }: { step: Step; hasStore: boolean }): ReactNode {
  const t = useT();
  const { step: name, status } = step;
  const needsStore = name !== 'administrator' && name !== 'store' && !isReady;
  return (
    <Accordion.Item value={name} data-testid={`step-${name}`} data-status={status}>
      <Accordion.Control icon={ICONS[status]}>
        <Group justify="space-between" gap="xs" pr="sm">
          <Text fw={600}>{t(`setup.${name}`)}</Text>
          <Tag tone={TONES[status]}>{t(`setup.status.${status}`)}</Tag>
        </Group>
      </Accordion.Control>
      <Accordion.Panel>
        <Stack gap="md">
          <Text size="sm">{t(needsStore ? 'setup.storeFirst' : `setup.${name}.text`)}</Text>
          {!needsStore && <StepBody name={name} isDone={status === 'done'} />}
          {name !== 'administrator' && name !== 'store' && (
            <SkipButton name={name} status={status} />
          )}
        </Stack>
      </Accordion.Panel>
    </Accordion.Item>
  );
}

function StepBody({ name, isDone }: { name: StepName; isDone: boolean }): ReactNode {
  switch (name) {
    case 'administrator':
      return null;
    case 'store':
      return isDone ? <StoreLinks /> : <StoreStep />;
    case 'payment_methods':
      return <MethodStep />;
    case 'products':
      return <ProductStep isDone={isDone} />;
    case 'till':
      return <TillStep />;
    case 'staff':
      return <StaffStep />;
    case 'test_sale':
      return <SaleStep isDone={isDone} />;
  }
}

function StoreLinks(): ReactNode {
  const t = useT();
  return (
    <Group gap="md">
      <Link href="/store-settings" className="desk-link">
        {t('nav.settings')}
      </Link>
      <Link href="/taxes" className="desk-link">
        {t('nav.taxes')}
      </Link>
    </Group>
  );
}

function SkipButton({ name, status }: { name: SkippableStep; status: Step['status'] }): ReactNode {
  const t = useT();
  const api = useApi();
  const move = useAction((to: 'skip' | 'resume') => moveStep(api, name, to), {
    changes: [['setup']],
  });
  if (status === 'done') return null;
  const isSkipped = status === 'skipped';
  return (
    <Group justify="flex-end">
      <Button
        variant="subtle"
        color="gray"
        loading={move.isPending}
        onClick={() => move.mutate(isSkipped ? 'resume' : 'skip')}
      >
        {t(isSkipped ? 'setup.resume' : 'setup.skip')}
      </Button>
    </Group>
  );
}

function Finished(): ReactNode {
  const t = useT();
  return (
    <Panel title={t('setup.finished')}>
      <Text size="sm">{t('setup.finished.text')}</Text>
      <Group mt="sm">
        <Button component={Link} href="/">
          {t('setup.finished.go')}
        </Button>
      </Group>
    </Panel>
  );
}
