import {
  Answer,
  Body,
  Money,
  Nullable,
  Params,
  Text,
  Timestamp,
  Type,
  Uuid,
} from '../../../../platform/http/schemas.js';
import {
  orderLineFields,
  RefundAnswer,
  ReturnRequestAnswer,
  returnRequestFields,
  Shipments,
} from '../schemas.js';

export const GuestOrderBody = Body({
  access_token: Type.String({ minLength: 1 }),
});

export const TrackBody = Body({
  number: Type.String({ minLength: 1, maxLength: 100, description: 'TXN number' }),
  email: Type.String({ minLength: 1, maxLength: 255, description: 'The address of the order' }),
});

/** The token of the link, or number and mail address. */
const proofFields = {
  access_token: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1_000, description: 'Token in the link of the mails' }),
  ),
  number: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'TXN number, with email' }),
  ),
  email: Type.Optional(
    Type.String({ minLength: 1, maxLength: 255, description: 'The address of the order' }),
  ),
};

export const ProofBody = Body(proofFields);
export const GuestCancelBody = Body({ ...proofFields, reason: Type.Optional(Text(500)) });
export const GuestReturnBody = Body({ ...proofFields, ...returnRequestFields });
export const GuestReturnParams = Params({
  return_number: Type.String({ maxLength: 100, description: 'RET number' }),
});

export const GuestOrderAnswer = Answer({
  success: Type.Literal(true),
  transaction: Answer({
    transactionId: Type.String(),
    status: Type.String(),
    totalAmount: Money,
    totalPaid: Money,
    subtotal: Money,
    discountAmount: Money,
    taxAmount: Money,
    prices_include_tax: Type.Boolean(),
    shippingAmount: Money,
    currency: Type.String(),
    createdAt: Timestamp,
    expiresAt: Nullable(
      Type.Unsafe<string>({ ...Timestamp, description: 'When an unpaid order expires' }),
    ),
    can_cancel: Type.Boolean({ description: 'Nobody has packed the order yet' }),
    can_return: Type.Boolean({ description: 'A return can be requested' }),
    line_items: Type.Array(Answer(orderLineFields)),
  }),
  store: Answer({ name: Type.String(), time_zone: Type.String() }),
  fulfillment: Nullable(
    Answer({
      id: Uuid,
      fulfillment_type: Type.String(),
      scheduled_at: Nullable(Timestamp),
      status: Type.String(),
      qr_content: Nullable(
        Type.String({
          description: 'For a QR code that a till scans; null if nothing waits there',
        }),
      ),
      shipping_city: Nullable(Type.String()),
      shipping_region: Nullable(Type.String()),
      shipments: Shipments,
    }),
  ),
  billing_city: Nullable(
    Type.String({ description: 'Where the bill goes, if not to the delivery address' }),
  ),
  refunds: Type.Array(RefundAnswer),
  returns: Type.Array(ReturnRequestAnswer),
});
