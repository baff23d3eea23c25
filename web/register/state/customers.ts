import { answer, once, type Tillhouse } from '@tillhouse/client';
import type { ItemOf } from '../../shared/api/responses.js';
import { type BuyerOfSale, withCustomer } from './basket.js';
import { editBasket, isLocked, sale } from './sale.js';

/** A customer as the search shows them. */
export type Customer = ItemOf<'/customers/'>;

export type NewCustomer = { name: string; phone?: string; email?: string };

const MOST_SHOWN = 8;

export const findCustomers = (api: Tillhouse, search: string): Promise<Customer[]> =>
  answer(api.GET('/customers/', { params: { query: { search, limit: MOST_SHOWN } } }));

export const readCustomer = (api: Tillhouse, id: string): Promise<Customer> =>
  answer(api.GET('/customers/{id}/', { params: { path: { id } } }));

export const createCustomer = (api: Tillhouse, body: NewCustomer, key: string): Promise<Customer> =>
  answer(api.POST('/customers/', { body, ...once(key) }));

export const buyerOf = (customer: Customer): BuyerOfSale => ({
  id: customer.id,
  name: customer.name,
  points: customer.points,
  group: customer.customer_group,
  isTaxExempt: customer.tax_exemption !== null,
});

/**
 * Attaches a customer to the current sale; null detaches. Before the first payment the sale is rung
 * up with the customer; afterwards the service changes the sale that it knows.
 */
export async function chooseCustomer(api: Tillhouse, customer: Customer | null): Promise<void> {
  const buyer = customer === null ? null : buyerOf(customer);
  const current = sale.get();
  const number = current.paying?.number ?? null;
  if (!isLocked(current) || number === null) {
    editBasket(basket => withCustomer(basket, buyer));
    return;
  }
  await answer(
    api.PATCH('/pos/transactions/{transaction_id}/', {
      params: { path: { transaction_id: number } },
      body: { customer_id: customer?.id ?? null },
    }),
  );
  sale.set(now => ({ ...now, basket: withCustomer(now.basket, buyer) }));
}
