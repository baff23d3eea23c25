import {
  Answer,
  Body,
  Nullable,
  OneOf,
  OpenQuery,
  PageQuery,
  Params,
  Query,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../platform/http/schemas.js';
import { REVIEW_STATUSES } from './rules.js';

const Rating = Type.Integer({ minimum: 1, maximum: 5 });
const Status = OneOf(REVIEW_STATUSES);

export const ProductParams = Params({ slug: Text(150, 1) });
export const ReviewParams = Params({ id: Text(100, 1) });
export const PublishedQuery = OpenQuery(PageQuery);
export const OwnQuery = OpenQuery({});
export const ReviewQuery = Query({
  status: Type.Optional(Status),
  product: Type.Optional(
    Type.String({ minLength: 1, maxLength: 150, description: 'Id or slug of the product' }),
  ),
  ...PageQuery,
});

export const PublishBody = Body({
  updated_at: Type.Unsafe<string>({
    ...Timestamp,
    description: '`updated_at` of the review that was read; a later text is not published',
  }),
});
export const ReviewBody = Body({
  rating: Rating,
  text: Type.Optional(Text(2_000)),
});

export const PublishedReview = Answer({
  id: Uuid,
  author: Type.String({ description: 'First name and initial; empty if it was erased' }),
  rating: Rating,
  text: Type.String(),
  created_at: Timestamp,
});

export const OwnReviewAnswer = Answer({
  success: Type.Literal(true),
  can_review: Type.Boolean({ description: 'You bought the product' }),
  review: Nullable(
    Answer({ rating: Rating, text: Type.String(), status: Status, updated_at: Timestamp }),
  ),
});

export const ReviewAnswer = Answer({
  id: Uuid,
  product: Answer({ id: Type.Integer(), name: Type.String(), slug: Type.String() }),
  customer: Nullable(Uuid),
  author: Type.String(),
  rating: Rating,
  text: Type.String(),
  status: Status,
  decided_by: Nullable(Uuid),
  decided_at: Nullable(Timestamp),
  created_at: Timestamp,
  updated_at: Timestamp,
});
