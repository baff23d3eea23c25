import { atomically } from '../../platform/database/tx.js';
import { type Consumer, defineConsumer } from '../../platform/work/consumers/consumer.js';
import {
  refundActionDone,
  refundActionRequired,
  refundById,
  refundGivenUp,
  refundSucceeded,
  SUPERSEDED,
} from '../payments/index.js';
import { closeTask } from './close-task.js';
import { openTask } from './open-task.js';

/**
 * A refund that no retry could complete is money the shop still owes, so a person has to act. The
 * task is completed when a later try pays it out, or when other refunds have paid back the whole
 * payment.
 */
export const openRefundTask = defineConsumer({
  name: 'tasks:refund-given-up',
  events: [refundGivenUp, refundSucceeded],
  handle: ({ db, clock }, events) =>
    atomically(db, async tx => {
      for (const { storeId, data } of events) {
        if (storeId === null) throw new Error(`refund ${data.refund_id} belongs to no store`);
        const taskId = `refund-${data.refund_id}`;
        // Events may be redelivered out of order, so the refund itself decides.
        const refund = await refundById(tx, data.id);
        if (refund?.status === 'succeeded' || refund?.last_error === SUPERSEDED) {
          await closeTask(tx, taskId, refund.confirmed_by, clock.now());
        } else if ('last_error' in data) {
          await openTask(tx, { taskId, storeId, priority: 'high', ...unpaidTask(data) });
        }
      }
    }),
});

type Unpaid = {
  payment_id: string;
  transaction_id: string;
  amount: string;
  tip?: string | undefined;
  last_error: string | null;
};

const unpaidTask = (refund: Unpaid) => ({
  title: `Refund of ${withTip(refund)} for ${refund.transaction_id} could not be completed`,
  description:
    `The processor refused every try to refund payment ${refund.payment_id}: ` +
    `${refund.last_error}. Open the sale and try again under Payments, or pay the customer ` +
    `${withTip(refund)} another way.`,
  cause: {
    name: 'refund_given_up' as const,
    values: { ...valuesOf(refund), error: refund.last_error ?? '' },
  },
});

type Waiting = {
  refund_id: string;
  amount: string;
  tip?: string | undefined;
  currency: string;
  transaction_id: string;
};

const withTip = ({ amount, tip }: { amount: string; tip?: string | undefined }): string =>
  tip === undefined ? amount : `${amount} and a tip of ${tip}`;

const valuesOf = (refund: Pick<Waiting, 'amount' | 'tip' | 'transaction_id'>) => ({
  amount: refund.amount,
  tip: refund.tip ?? '',
  transaction: refund.transaction_id,
});

const TASKS = {
  pay_out_cash: ({ refund_id, currency, transaction_id, ...refund }: Waiting) => ({
    title: `Pay out ${withTip(refund)} ${currency} in cash for ${transaction_id}`,
    description:
      `Refund ${refund_id} waits for cash from a drawer. Open the pay-outs at a till of this ` +
      'store, pay the customer and confirm it there.',
  }),
  confirm_on_terminal: ({ refund_id, currency, transaction_id, ...refund }: Waiting) => ({
    title: `Refund ${withTip(refund)} ${currency} on the card terminal for ${transaction_id}`,
    description:
      `The card payment of refund ${refund_id} was taken on a separate terminal. Refund it there, ` +
      'then confirm the refund with the number on the slip.',
  }),
};

/** A refund that needs a person has a task until it is paid out or confirmed. */
const openActionTask = defineConsumer({
  name: 'tasks:refund-action',
  events: [refundActionRequired, refundActionDone],
  handle: ({ db, clock }, events) =>
    atomically(db, async tx => {
      for (const { storeId, data } of events) {
        if (storeId === null) throw new Error(`refund ${data.refund_id} belongs to no store`);
        const taskId = `refund-${data.refund_id}`;
        // Events may be redelivered out of order, so the refund itself decides.
        const refund = await refundById(tx, data.id);
        if (refund !== undefined && refund.action_required === null) {
          await closeTask(tx, taskId, refund.confirmed_by, clock.now());
        } else if ('action_required' in data && data.action_required !== null) {
          const action = data.action_required;
          const { currency, refund_id } = data;
          const values = { ...valuesOf(data), currency, refund: refund_id };
          await openTask(tx, {
            taskId,
            storeId,
            priority: 'high',
            ...TASKS[action](data),
            cause: { name: `refund_${action}`, values },
          });
        }
      }
    }),
});

export const consumers: readonly Consumer[] = [openRefundTask, openActionTask];
