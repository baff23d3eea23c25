import type { Fulfillment } from '../../types.js';

export type Move = 'process' | 'mark-ready' | 'picked-up' | 'ship' | 'deliver' | 'cancel';
type Status = Fulfillment['status'];
type Kind = Fulfillment['fulfillment_type'];

/** The columns of open orders, in the order of the work. */
export const OPEN = [
  'pending',
  'processing',
  'ready_for_pickup',
  'shipped',
] as const satisfies readonly Status[];
export type OpenStatus = (typeof OPEN)[number];
export const DONE = ['picked_up', 'delivered'] as const satisfies readonly Status[];

/** Whether the goods are still in the store, so that somebody can pick them. */
export const isPickable = ({ status, fulfillment_type: kind }: Fulfillment): boolean =>
  kind !== 'digital' && ['pending', 'processing', 'ready_for_pickup'].includes(status);

/** The handover step of each fulfillment type. */
const HANDOVER: Record<Kind, Move> = {
  in_store: 'mark-ready',
  pickup: 'mark-ready',
  ship: 'ship',
  digital: 'deliver',
};

/** Possible next steps, the usual one first. */
export function movesOf({ status, fulfillment_type: kind }: Fulfillment): Move[] {
  switch (status) {
    case 'pending':
      return ['process', HANDOVER[kind], 'cancel'];
    case 'processing':
      return [HANDOVER[kind], 'cancel'];
    case 'ready_for_pickup':
      return ['picked-up', 'cancel'];
    case 'shipped':
      return ['deliver'];
    default:
      return [];
  }
}
