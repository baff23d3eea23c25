import { Button, Group, Rating, Select, Text } from '@mantine/core';
import { IconStar } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { Page, Panel } from '../../parts/page.js';
import { LongText } from '../../parts/row.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ProductReview } from '../../types.js';

const STATUSES = ['pending', 'published', 'refused'] as const;
type Status = (typeof STATUSES)[number];

/** Reviews of products; those that wait for a decision come first. */
export default function Reviews(): ReactNode {
  const t = useT();
  const api = useApi();
  const [status, setStatus] = useState<Status>('pending');
  const pages = usePages(['reviews', status], cursor =>
    api.GET('/reviews/', { params: { query: { status, cursor } } }),
  );
  return (
    <Page title={t('nav.reviews')} text={t('reviews.text')}>
      <Select
        label={t('list.status')}
        maw={240}
        allowDeselect={false}
        value={status}
        onChange={value => setStatus((value ?? 'pending') as Status)}
        data={STATUSES.map(value => ({ value, label: t(`reviews.${value}`) }))}
      />
      <Panel isFlush>
        <PagedTable
          label={t('nav.reviews')}
          pages={pages}
          columns={useColumns()}
          keyOf={review => review.id}
          empty={<Empty icon={<IconStar size={28} />} title={t('reviews.none')} />}
        />
      </Panel>
    </Page>
  );
}

function useColumns(): Column<ProductReview>[] {
  const t = useT();
  const format = useFormat();
  return [
    {
      head: t('reviews.product'),
      cell: review => (
        <>
          <strong>{review.product.name}</strong>
          <Text size="xs" c="dimmed">
            {[review.author, format.date(review.updated_at)].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    {
      head: t('reviews.rating'),
      cell: review => (
        <>
          <Rating value={review.rating} readOnly size="sm" aria-hidden />
          <Text size="xs">{t('reviews.stars', { count: review.rating })}</Text>
        </>
      ),
    },
    {
      head: t('reviews.opinion'),
      from: 'sm',
      cell: review => <LongText>{review.text}</LongText>,
    },
    { head: t('list.actions'), isFigure: true, cell: review => <Actions review={review} /> },
  ];
}

function Actions({ review }: { review: ProductReview }): ReactNode {
  const t = useT();
  const api = useApi();
  const params = { path: { id: review.id } };
  const decide = useAction(
    (decision: 'publish' | 'refuse') =>
      answer(
        decision === 'publish'
          ? api.POST('/reviews/{id}/publish/', {
              params,
              body: { updated_at: review.updated_at },
            })
          : api.POST('/reviews/{id}/refuse/', { params }),
      ),
    { changes: [['reviews']], done: ({ status }) => t(`reviews.done.${status}`) },
  );
  const name = `${review.product.name}, ${review.author}`;
  return (
    <Group gap={6} justify="flex-end">
      {review.status !== 'published' && (
        <Button
          size="compact-sm"
          variant="light"
          loading={decide.isPending}
          aria-label={`${t('reviews.publish')}: ${name}`}
          onClick={() => decide.mutate('publish')}
        >
          {t('reviews.publish')}
        </Button>
      )}
      {review.status !== 'refused' && (
        <Button
          size="compact-sm"
          variant="default"
          loading={decide.isPending}
          aria-label={`${t('reviews.refuse')}: ${name}`}
          onClick={() => decide.mutate('refuse')}
        >
          {t('reviews.refuse')}
        </Button>
      )}
    </Group>
  );
}
