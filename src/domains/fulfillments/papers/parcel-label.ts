import type { Reader } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Language } from '../../../platform/language.js';
import { findStore, type Store } from '../../stores/index.js';
import { type Texts, textsIn } from '../../texts/index.js';
import {
  type Fulfillment,
  type Shipment,
  type ShippingAddress,
  shipmentsOf,
} from '../repository.js';

export type ParcelLabel = {
  language: Language;
  texts: Texts['parcel'];
  from: string[];
  to: string[];
  number: string;
  /** `1 of 2`. */
  parcel: string;
  carrier: string;
  tracking: string;
};

/** One label for each parcel that was not cancelled, or the one of a single shipment. */
export async function readLabels(
  reader: Reader,
  row: Fulfillment,
  shipmentId: string | undefined,
): Promise<ParcelLabel[]> {
  const { shipping_address: address } = row;
  const store = await findStore(reader, row.store_id);
  if (row.fulfillment_type !== 'ship' || address === null || store === undefined) {
    throw conflict('NO_ADDRESS', 'This order is not sent to an address.');
  }
  const all = (await shipmentsOf(reader, [row.id])).filter(({ status }) => status !== 'cancelled');
  const wanted = all.filter(({ id }) => shipmentId === undefined || id === shipmentId);
  if (wanted.length === 0) {
    if (shipmentId !== undefined) throw notFound('Shipment');
    throw conflict('NOTHING_TO_SHIP', 'This order has no parcels.');
  }
  return wanted.map(shipment => labelOf(row, store, address, shipment, all));
}

function labelOf(
  row: Fulfillment,
  store: Store,
  address: ShippingAddress,
  shipment: Shipment,
  all: readonly Shipment[],
): ParcelLabel {
  const language = store.language as Language;
  const texts = textsIn(language).parcel;
  return {
    language,
    texts,
    from: lines([
      store.name,
      store.address,
      join(store.postal_code, store.city, store.region),
      store.country,
    ]),
    to: lines([
      address.company,
      join(address.firstName, address.lastName) || row.customer_name,
      address.address,
      address.apartment,
      join(address.postalCode, address.city, address.region),
      address.country,
      address.phone || row.customer_phone,
    ]),
    number: row.transaction_number,
    parcel: texts.parcel(all.indexOf(shipment) + 1, all.length),
    carrier: shipment.carrier_name,
    tracking: shipment.tracking_number,
  };
}

type Line = string | null | undefined;
const join = (...words: Line[]): string => words.filter(Boolean).join(' ');
const lines = (all: readonly Line[]): string[] => all.flatMap(line => line || []);
