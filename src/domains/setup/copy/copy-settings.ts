import { type ChangedRecord, noteRecords } from '../../../platform/audit/audited-call.js';
import { changesOf } from '../../../platform/audit/changes.js';
import type { Changes } from '../../../platform/audit/entry.js';
import { atomically, type Reader, type Tx } from '../../../platform/database/tx.js';
import { invalidField, notFound } from '../../../platform/http/failure.js';
import type { Static } from '../../../platform/http/schemas.js';
import type { Platform } from '../../../platform/platform.js';
import { appliesToChain, canInChain, maySee, type Staff } from '../../access/index.js';
import {
  dropStores,
  findStore,
  lockedStores,
  type SectionCopy,
  type SectionName,
  type SectionPlan,
  type StoreChange,
  type StoreSection,
  type StoreWithTaxes,
  saveStore,
  storesById,
} from '../../stores/index.js';
import type { CopyAnswer, CopyRequest } from './schemas.js';
import { STORE_SECTIONS } from './sections.js';

type Copied = Static<typeof CopyAnswer>['stores'][number];
type Outcome = Copied['sections'][number];

/** What one store gets. */
type StorePlan = { store: StoreWithTaxes; outcomes: Outcome[]; plans: SectionPlan[] };

/**
 * Copies parts of the settings of a store to others, in one transaction. A section that a store
 * cannot have, such as amounts in another currency, is left out there and named in the answer.
 */
export async function copySettings(
  platform: Platform,
  caller: Staff,
  ref: string,
  { sections: names, store_ids, dry_run: isDryRun = false }: CopyRequest,
): Promise<Static<typeof CopyAnswer>> {
  const { db } = platform;
  const sections = STORE_SECTIONS.filter(({ name }) => names.includes(name));
  if (sections.some(({ permission }) => permission && !canInChain(caller, permission))) {
    throw appliesToChain();
  }
  const from = await sourceOf(db, caller, ref);
  const ids = store_ids.map(id => id.toLowerCase());
  const done = await atomically(db, async tx => {
    const stores = isDryRun ? await storesById(tx, ids) : await lockedStores(tx, ids);
    refuseTargets(caller, from, ids, stores);
    const plans = await planAll(tx, sections, from, stores);
    const changes = plans.flatMap(one => one.plans.flatMap(plan => plan.changes));
    noteRecords(isDryRun ? [] : mergedByRecord(changes));
    if (!isDryRun) for (const one of plans) await write(tx, one.store, one.plans);
    return plans;
  });
  if (!isDryRun) await dropStores(platform);
  return { dry_run: isDryRun, stores: done.map(present) };
}

async function sourceOf(reader: Reader, caller: Staff, ref: string): Promise<StoreWithTaxes> {
  const store = await findStore(reader, ref);
  if (store === undefined || !maySee(caller, store.id)) throw notFound('Store');
  return store;
}

/** A store that the caller may not see counts as unknown. */
function refuseTargets(
  caller: Staff,
  from: StoreWithTaxes,
  ids: readonly string[],
  stores: readonly StoreWithTaxes[],
): void {
  if (ids.includes(from.id)) {
    throw invalidField('store_ids', 'Must not contain the store whose settings are copied.');
  }
  const known = new Set(stores.map(({ id }) => id));
  if (!ids.every(id => known.has(id) && maySee(caller, id))) {
    throw invalidField('store_ids', 'One of these stores does not exist.');
  }
}

async function planAll(
  reader: Reader,
  sections: readonly StoreSection[],
  from: StoreWithTaxes,
  stores: readonly StoreWithTaxes[],
): Promise<StorePlan[]> {
  const copies = await Promise.all(
    sections.map(async ({ name, copyOf }) => ({ name, copy: await copyOf(reader, from) })),
  );
  const planned: StorePlan[] = [];
  for (const store of stores) {
    const parts: { outcome: Outcome; plan?: SectionPlan }[] = [];
    for (const { name, copy } of copies) parts.push(await planOne(reader, name, copy, store));
    planned.push({
      store,
      outcomes: parts.map(({ outcome }) => outcome),
      plans: parts.flatMap(({ plan }) => plan ?? []),
    });
  }
  return planned;
}

/** Without a plan if the store cannot have the settings, or has them already. */
async function planOne(
  reader: Reader,
  section: SectionName,
  copy: SectionCopy,
  store: StoreWithTaxes,
): Promise<{ outcome: Outcome; plan?: SectionPlan }> {
  const reason = copy.refusalOf?.(store);
  if (reason !== undefined) {
    return { outcome: { section, outcome: 'refused', reason, changes: {} } };
  }
  const plan = await copy.planFor(reader, store);
  if (plan.changes.length === 0) {
    return { outcome: { section, outcome: 'unchanged', reason: null, changes: {} } };
  }
  const changes = shownChanges(plan.changes);
  return { outcome: { section, outcome: 'changed', reason: null, changes }, plan };
}

/** Records of which a store has several; their fields stand under the name of the record. */
const ARE_SEVERAL = new Set(['shipping-zones', 'mail-templates']);

function shownChanges(records: readonly ChangedRecord[]): Changes {
  return Object.assign(
    {},
    ...records.map(({ type = '', id, before, after }) => {
      const changes = changesOf({
        show: (_type, _field, value) => value,
        recordType: type,
        before: withoutNames(before),
        after: withoutNames(after),
        sent: undefined,
        secrets: new Set(),
      });
      const name = String((after ?? before)?.name ?? id).replace(/^[0-9a-f-]{36}\//, '');
      if (!ARE_SEVERAL.has(type)) return changes;
      const named = Object.entries(changes).map(([field, one]) => [`${name}.${field}`, one]);
      return Object.fromEntries(named);
    }),
  );
}

const withoutNames = (record: ChangedRecord['before']): object | undefined =>
  record && { ...record, id: undefined, store_id: undefined };

/** Several sections are parts of one record: the store. */
function mergedByRecord(records: readonly ChangedRecord[]): ChangedRecord[] {
  const merged = new Map<string, ChangedRecord>();
  for (const record of records) {
    const key = `${record.type}/${record.id}`;
    const earlier = merged.get(key);
    merged.set(key, {
      ...record,
      before: record.before && { ...earlier?.before, ...record.before },
      after: record.after && { ...earlier?.after, ...record.after },
    });
  }
  return [...merged.values()];
}

async function write(tx: Tx, store: StoreWithTaxes, plans: readonly SectionPlan[]): Promise<void> {
  const fields: StoreChange = Object.assign({}, ...plans.map(plan => plan.fields ?? {}));
  if (Object.keys(fields).length > 0) await saveStore(tx, store.id, fields);
  for (const plan of plans) await plan.write?.(tx);
}

const present = ({ store: { id, code, name }, outcomes }: StorePlan): Copied => ({
  id,
  code,
  name,
  sections: outcomes,
});
