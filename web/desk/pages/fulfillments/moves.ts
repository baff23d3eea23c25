import type { Fulfillment } from '../../types.js';

export type Move = 'process' | 'mark-ready' | 'picked-up' | 'ship' | 'deliver' | 'cancel';
type Status = Fulfillment['status'];
type Kind = Fulfillment['fulfillment_type'];

export const COLUMNS: { id: string; statuses: Status[] }[] = [
  { id: 'pending', statuses: ['pending'] },
  { id: 'processing', statuses: ['processing'] },
  { id: 'ready_for_pickup', statuses: ['ready_for_pickup'] },
  { id: 'shipped', statuses: ['shipped'] },
  { id: 'done', statuses: ['picked_up', 'delivered'] },
];

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
