import { Alert, Button, Group, Rating, Stack, Text, Textarea, Title } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useId, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Form } from '../parts/form.js';
import { useShopError } from '../parts/shop-error.js';
import { useT } from '../texts/index.js';

const PATH = '/web-commerce/products/{slug}/reviews/mine/';

/** The review of the signed-in customer; only those who bought the product may write one. */
export function OwnReview({ slug }: { slug: string }): ReactNode {
  const t = useT();
  const api = useApi();
  const own = useQuery({
    queryKey: ['reviews', slug, 'mine'],
    queryFn: () => answer(api.GET(PATH, { params: { path: { slug } } })),
  });
  if (own.data === undefined || !own.data.can_review) return null;
  const { review } = own.data;
  return (
    <Stack gap="sm" p="md" className="surface" bdrs="md">
      <Title order={3}>{t('reviews.mine')}</Title>
      {review !== null && (
        <Text size="sm" c="dimmed" role="status">
          {t(`reviews.${review.status}`)}
        </Text>
      )}
      <ReviewForm
        key={review?.updated_at}
        slug={slug}
        start={{ rating: review?.rating ?? 0, text: review?.text ?? '' }}
        exists={review !== null}
      />
    </Stack>
  );
}

type Draft = { rating: number; text: string };

function ReviewForm(props: { slug: string; start: Draft; exists: boolean }): ReactNode {
  const { slug, start, exists } = props;
  const t = useT();
  const id = useId();
  const errorText = useShopError();
  const [draft, setDraft] = useState(start);
  const { save, remove } = useChanges(slug);
  const error = save.error ?? remove.error;
  return (
    <Form onSubmit={() => draft.rating > 0 && save.mutate(draft)} gap="sm">
      {error !== null && (
        <Alert color="red" variant="light" role="alert">
          {errorText(error)}
        </Alert>
      )}
      <Group gap="sm">
        <Text id={id} size="sm" fw={500}>
          {t('reviews.rating')}
        </Text>
        <Rating
          aria-labelledby={id}
          value={draft.rating}
          getSymbolLabel={count => t('reviews.stars', { count })}
          onChange={rating => setDraft({ ...draft, rating })}
        />
      </Group>
      <Textarea
        label={t('reviews.text')}
        autosize
        minRows={3}
        maxLength={2_000}
        value={draft.text}
        onChange={event => setDraft({ ...draft, text: event.currentTarget.value })}
      />
      <Group>
        <Button type="submit" loading={save.isPending} disabled={draft.rating === 0}>
          {t('reviews.send')}
        </Button>
        {exists && (
          <Button variant="default" loading={remove.isPending} onClick={() => remove.mutate()}>
            {t('reviews.delete')}
          </Button>
        )}
      </Group>
    </Form>
  );
}

function useChanges(slug: string) {
  const api = useApi();
  const queries = useQueryClient();
  const onSettled = () => queries.invalidateQueries({ queryKey: ['reviews', slug] });
  const params = { path: { slug } };
  return {
    save: useMutation({
      mutationFn: (body: Draft) => answer(api.PUT(PATH, { params, body })),
      onSettled,
    }),
    remove: useMutation({
      mutationFn: () => answer(api.DELETE(PATH, { params })),
      onSettled,
    }),
  };
}
