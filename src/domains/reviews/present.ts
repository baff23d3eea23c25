import type { Review } from './repository.js';

export const presentPublished = (review: Review) => ({
  id: review.id,
  author: review.author,
  rating: review.rating,
  text: review.body,
  created_at: review.created_at.toISOString(),
});

export const presentOwn = (review: Review | undefined) =>
  review === undefined
    ? null
    : {
        rating: review.rating,
        text: review.body,
        status: review.status,
        updated_at: review.updated_at.toISOString(),
      };

export const presentReview = (review: Review) => ({
  id: review.id,
  product: { id: review.product_id, name: review.product_name, slug: review.product_slug },
  customer: review.customer_id,
  author: review.author,
  rating: review.rating,
  text: review.body,
  status: review.status,
  decided_by: review.decided_by,
  decided_at: review.decided_at?.toISOString() ?? null,
  created_at: review.created_at.toISOString(),
  updated_at: review.updated_at.toISOString(),
});
