import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { page } from '@tillhouse/client';
import { lazy, type ReactNode, Suspense } from 'react';
import { Link } from 'wouter';
import { useApi } from '../../shared/api/index.js';
import { useFormat } from '../../shared/i18n/format.js';
import { WithoutScript } from '../parts/without-script.js';
import { useSession } from '../session/use-session.js';
import { useT } from '../texts/index.js';
import type { Product } from '../types.js';
import { reviewsKey } from './keys.js';

/** Only buyers who have signed in load the form. */
const OwnReview = lazy(async () => ({ default: (await import('./own-review.js')).OwnReview }));

const PAGE = 10;

/** What customers who bought a product say about it. */
export function Reviews({ product }: { product: Product }): ReactNode {
  const t = useT();
  const { number } = useFormat();
  const session = useSession().data;
  const { rating } = product;
  return (
    <Stack component="section" gap="md" maw={760}>
      <Title order={2}>{t('reviews.title')}</Title>
      {rating === null ? (
        <Text c="dimmed">{t('reviews.none')}</Text>
      ) : (
        <Group gap="sm">
          <PlainStars count={Math.round(rating.average)} />
          <Text>
            {t('reviews.average', { average: number(rating.average, 1), count: rating.count })}
          </Text>
        </Group>
      )}
      {rating !== null && <List slug={product.slug} />}
      {session?.user != null && (
        <Suspense>
          <OwnReview slug={product.slug} />
        </Suspense>
      )}
      {session?.user === null && (
        <Anchor component={Link} href={`/login?next=${encodeURIComponent(`/p/${product.slug}`)}`}>
          {t('reviews.signIn')}
        </Anchor>
      )}
    </Stack>
  );
}

const MOST_STARS = 5;

/** Text, because ten reviews are drawn at once, and a component would be in the script of each page. */
function PlainStars({ count }: { count: number }): ReactNode {
  return (
    <Text span c="yellow.7" aria-hidden>
      {'★'.repeat(count) + '☆'.repeat(MOST_STARS - count)}
    </Text>
  );
}

function List({ slug }: { slug: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const { date } = useFormat();
  const reviews = useInfiniteQuery({
    queryKey: reviewsKey(slug),
    queryFn: ({ pageParam: cursor }) =>
      page(
        api.GET('/web-commerce/products/{slug}/reviews/', {
          params: { path: { slug }, query: { limit: PAGE, cursor } },
        }),
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: last => last.next,
  });
  const list = reviews.data?.pages.flatMap(one => one.items) ?? [];
  return (
    <Stack gap="sm">
      <Stack component="ul" gap="sm" p={0} m={0} style={{ listStyle: 'none' }}>
        {list.map(review => (
          <Stack component="li" key={review.id} gap={4} p="md" className="surface" bdrs="md">
            <Group gap="xs">
              <PlainStars count={review.rating} />
              <Text size="sm" fw={600}>
                {review.author || t('reviews.nameless')}
              </Text>
              <Text size="sm" c="dimmed">
                {date(review.created_at)}
              </Text>
            </Group>
            <Text
              style={{ whiteSpace: 'pre-line', overflowWrap: 'anywhere' }}
              aria-label={
                review.text === '' ? t('reviews.stars', { count: review.rating }) : undefined
              }
            >
              {review.text}
            </Text>
          </Stack>
        ))}
      </Stack>
      {reviews.hasNextPage && (
        <Button
          className="needs-script"
          variant="default"
          loading={reviews.isFetchingNextPage}
          onClick={() => void reviews.fetchNextPage()}
        >
          {t('reviews.more')}
        </Button>
      )}
      {reviews.hasNextPage && <WithoutScript text={t('reviews.more.script')} />}
    </Stack>
  );
}
