import type { ChangedRecord } from '../../../platform/audit/audited-call.js';
import type { Tx } from '../../../platform/database/tx.js';
import { canonical } from '../../../platform/http/idempotency-rules.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { storeSaved } from '../events.js';
import type { StoreWithTaxes } from '../repository.js';
import { needsSameCurrency, type SectionPlan, type StoreSection } from '../sections/section.js';
import { deleteShippingZone, insertShippingZone, updateShippingZone } from './repository.js';
import type { ShippingZone } from './rules.js';

/** Where a store ships to and for how much: its zones take the place of those of another store. */
export const SHIPPING_SECTION: StoreSection = {
  name: 'shipping',
  copyOf: async (_reader, from) => ({
    refusalOf: to => needsSameCurrency(from, to),
    planFor: async (_, to) => planFor(from.shipping_zones, to),
  }),
};

/** A zone of the store and what it becomes; zones of one name are the same zone. */
type Step = { id: string; before: ShippingZone | undefined; after: ShippingZone | undefined };

function planFor(wanted: readonly ShippingZone[], to: StoreWithTaxes): SectionPlan {
  const zones = to.shipping_zones;
  const gone = zones.filter(zone => wanted.every(({ name }) => name !== zone.name));
  const kept = wanted.map((zone): Step => {
    const before = zones.find(({ name }) => name === zone.name);
    const id = before?.id ?? newId();
    return { id, before, after: { ...zone, id } };
  });
  const steps: Step[] = [
    ...gone.map(zone => ({ id: zone.id, before: zone, after: undefined })),
    ...kept.filter(({ before, after }) => canonical(before) !== canonical(after)),
  ];
  return {
    changes: steps.map(step => changeOf(step, to.id)),
    write: async tx => {
      for (const step of steps.toSorted(byRest)) await take(tx, step, to.id);
      await record(tx, storeSaved(to));
    },
  };
}

/** A store has one zone of the rest of the world at any moment. */
const byRest = (one: Step, other: Step): number =>
  Number(one.after?.is_rest_of_world ?? false) - Number(other.after?.is_rest_of_world ?? false);

const changeOf = ({ id, before, after }: Step, storeId: string): ChangedRecord => {
  const shown = (zone: ShippingZone | undefined) => zone && { ...zone, store_id: storeId };
  return { type: 'shipping-zones', id, before: shown(before), after: shown(after) };
};

async function take(tx: Tx, { id, before, after }: Step, storeId: string): Promise<void> {
  if (after === undefined) await deleteShippingZone(tx, id);
  else {
    const columns = { ...after, rates: JSON.stringify(after.rates) };
    if (before !== undefined) await updateShippingZone(tx, id, columns);
    else await insertShippingZone(tx, { ...columns, store_id: storeId });
  }
}
