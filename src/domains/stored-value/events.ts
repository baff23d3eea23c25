import { Money, Nullable, Type, Uuid } from '../../platform/http/schemas.js';
import { defineEvent } from '../../platform/work/events/define-event.js';
import type { StoreCredit } from './repository.js';

export const storeCreditSaved = defineEvent(
  'store_credit.saved',
  {
    summary: 'A store credit was issued: for a return, or by staff.',
    data: Type.Object({
      id: Uuid,
      return_id: Nullable(Uuid),
      transaction_id: Nullable(
        Type.String({
          description:
            'The number of the sale. Goods without a receipt, and credits that staff gave, have neither it nor `return_id`.',
        }),
      ),
      amount: Money,
      balance: Money,
    }),
    webhook: true,
  },
  (
    credit: Pick<StoreCredit, 'id' | 'store_id' | 'amount' | 'balance'> & {
      return_id: string | null;
    },
    transactionNumber: string | null,
  ) => ({
    storeId: credit.store_id,
    subjectId: credit.id,
    data: {
      id: credit.id,
      return_id: credit.return_id,
      transaction_id: transactionNumber,
      amount: credit.amount,
      balance: credit.balance,
    },
  }),
);
