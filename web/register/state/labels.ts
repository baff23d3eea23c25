import type { Tillhouse } from '@tillhouse/client';
import { sale } from './sale.js';

export type Labels = { pickupName: string; note: string };

/** Writes the pick-up name and the note, also into a sale that the service has created already. */
export async function saveLabels(api: Tillhouse, { pickupName, note }: Labels): Promise<void> {
  const number = sale.get().paying?.number ?? null;
  if (number !== null) {
    await api.PATCH('/pos/transactions/{transaction_id}/', {
      params: { path: { transaction_id: number } },
      body: { pickup_name: pickupName, note },
    });
  }
  sale.set(now => ({ ...now, basket: { ...now.basket, pickupName, note } }));
}
