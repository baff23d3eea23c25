import { addressLines } from '../../../platform/addresses/address-lines.js';
import { countryCodeOf, countryName } from '../../../platform/countries.js';
import type { Reader } from '../../../platform/database/tx.js';
import { conflict, notFound } from '../../../platform/http/failure.js';
import type { Language } from '../../../platform/language.js';
import { findStore, type Store, storeAddressLines } from '../../stores/index.js';
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
  const isForeign = countryCodeOf(address.country ?? '') !== countryCodeOf(store.country);
  // Carriers want the country last, in capitals, and only on parcels that leave it.
  const countryOf = (country = ''): string[] =>
    isForeign && country !== ''
      ? [countryName(countryCodeOf(country) ?? country, language).toUpperCase()]
      : [];
  const isNamed = Boolean(address.firstName || address.lastName);
  const recipient = isNamed ? {} : { firstName: row.customer_name };
  return {
    language,
    texts,
    from: [store.name, ...storeAddressLines(store), ...countryOf(store.country)],
    to: [
      ...addressLines({ ...address, ...recipient }),
      ...countryOf(address.country),
      ...[address.phone || row.customer_phone].filter(Boolean),
    ],
    number: row.transaction_number,
    parcel: texts.parcel(all.indexOf(shipment) + 1, all.length),
    carrier: shipment.carrier_name,
    tracking: shipment.tracking_number,
  };
}
