import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { Failure, invalidField, notFound } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { paymentMethodSaved } from '../events.js';
import {
  findPaymentMethod,
  insertPaymentMethod,
  type PaymentMethod,
  updatePaymentMethod,
} from './repository.js';
import type { PaymentMethodChange } from './schemas.js';

/** Creates a payment method, or changes the one named by UUID or code. */
export async function savePaymentMethod(
  tx: Tx,
  ref: string | undefined,
  change: PaymentMethodChange,
): Promise<PaymentMethod> {
  const id = await write(tx, ref, change);
  const saved = await findPaymentMethod(tx, id);
  if (saved === undefined) throw notFound('Payment method');
  await record(tx, paymentMethodSaved(saved));
  return saved;
}

async function write(
  tx: Tx,
  ref: string | undefined,
  change: PaymentMethodChange,
): Promise<string> {
  try {
    if (ref === undefined) {
      const id = newId();
      const { code = '', name = '', method_type = 'cash' } = change;
      await insertPaymentMethod(tx, { ...change, id, code, name, method_type });
      return id;
    }
    const found = await findPaymentMethod(tx, ref);
    if (found === undefined) throw notFound('Payment method');
    await updatePaymentMethod(tx, found.id, change);
    return found.id;
  } catch (error) {
    throw refusal(error);
  }
}

const duplicate = (field: string, message: string): Failure =>
  new Failure('conflict', 'DUPLICATE', `${field}: ${message}`, { fields: { [field]: [message] } });

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'payment_methods_code_key':
      return duplicate('code', 'Another payment method has this code.');
    case 'payment_methods_sanity_id_key':
      return duplicate('sanity_id', 'Another record has this content id.');
    case 'maximum_not_below_minimum':
      return invalidField('maximum_amount', 'Must not be below the minimum amount.');
    case 'processor_only_for_cards':
      return invalidField('processor_type', 'Only card methods have a processor.');
    default:
      return error;
  }
}
