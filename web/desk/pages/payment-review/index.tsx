import { Button, Stack, Text } from '@mantine/core';
import { IconCreditCard } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { useMethodName } from '../../../shared/i18n/method-name.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { Tag, type Tone } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Review } from '../../types.js';
import { DecisionForm } from './decision-form.js';

export default function PaymentReview(): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [decided, setDecided] = useState<Review>();
  const columns = useColumns(setDecided);
  const pages = usePages(['review', store?.code], cursor =>
    api.GET('/payments/review/', { params: { query: { store: store?.code, cursor } } }),
  );
  return (
    <Page title={t('nav.review')} text={t('review.text')}>
      <Panel isFlush>
        <PagedTable
          label={t('nav.review')}
          pages={pages}
          columns={columns}
          keyOf={payment => payment.id}
          empty={
            <Empty
              icon={<IconCreditCard size={28} />}
              title={t('review.none')}
              text={t('review.none.text')}
            />
          }
        />
      </Panel>
      {decided !== undefined && (
        <DecisionForm key={decided.id} payment={decided} onClose={() => setDecided(undefined)} />
      )}
    </Page>
  );
}

const TONES: Record<Review['reason'], Tone> = {
  not_confirmed: 'calm',
  not_found: 'warn',
  no_proof: 'warn',
  mismatch: 'bad',
  taken_after_failure: 'bad',
};

function useColumns(onDecide: (payment: Review) => void): Column<Review>[] {
  const t = useT();
  const nameOf = useMethodName();
  const format = useFormat();
  return [
    {
      head: t('review.sale'),
      cell: payment => (
        <Link href={`/transactions/${payment.transaction}?tab=payments`} className="desk-link">
          {payment.transaction}
        </Link>
      ),
    },
    {
      head: t('review.taken'),
      from: 'sm',
      cell: payment => format.dateTime(payment.processed_at ?? payment.created_at),
    },
    { head: t('review.method'), from: 'md', cell: payment => nameOf(payment.payment_method_name) },
    {
      head: t('list.reason'),
      cell: payment => (
        <Stack gap={2} align="flex-start">
          <Tag tone={TONES[payment.reason]}>{t(`review.reason.${payment.reason}`)}</Tag>
          {payment.asked_at !== null && (
            <Text size="xs" c="dimmed">
              {t('review.asked', { time: format.relative(payment.asked_at) })}
            </Text>
          )}
        </Stack>
      ),
    },
    {
      head: t('list.amount'),
      isFigure: true,
      cell: payment => format.money(payment.amount, payment.currency),
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: payment => (
        <Button
          size="compact-sm"
          variant="default"
          aria-label={`${t('review.decide')}: ${payment.transaction}`}
          onClick={() => onDecide(payment)}
        >
          {t('review.decide')}
        </Button>
      ),
    },
  ];
}
