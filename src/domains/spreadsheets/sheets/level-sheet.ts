import type { Db } from '../../../platform/database/tx.js';
import { invalidField } from '../../../platform/http/failure.js';
import { shownQuantity } from '../../../platform/quantity.js';
import type { Staff } from '../../access/index.js';
import { describeGoods } from '../../catalog/index.js';
import {
  type Level,
  type LevelFilters,
  levelFilterOf,
  levelFilters,
  listLevels,
  putLevel,
} from '../../inventory/index.js';
import { findStore } from '../../stores/index.js';
import { flag, ignored, quantity, text } from './cells.js';
import type { Sheet } from './sheet.js';

const COLUMNS = [
  { name: 'store', read: text },
  { name: 'sku', read: text },
  { name: 'on_hand', read: quantity },
  { name: 'reorder_point', read: quantity },
  { name: 'is_active', read: flag },
  { name: 'description', read: ignored },
];

const MAX_UNITS = 1_000_000;

/** Checks the range of a quantity. */
function checkedUnits(name: string, value: unknown): number | undefined {
  if (value === undefined) return undefined;
  const units = Number(value);
  if (units > MAX_UNITS) throw invalidField(name, `Must be at most ${MAX_UNITS}.`);
  if (name === 'reorder_point' && units < 0) throw invalidField(name, 'Must be at least 0.');
  return units;
}

const PAGE = 500;

async function* rows(db: Db, caller: Staff, filters: LevelFilters): AsyncGenerator<string[]> {
  const filter = await levelFilterOf(db, caller, filters);
  const codes = new Map<string, string>();
  const codeOf = async (id: string): Promise<string> => {
    const code = codes.get(id) ?? (await findStore(db, id))?.code ?? id;
    codes.set(id, code);
    return code;
  };
  let after: Level | undefined;
  do {
    const levels: Level[] = await listLevels(db, filter, after, PAGE);
    for (const level of levels) {
      const { sku, unit, on_hand, reorder_point, is_active } = level;
      yield [
        await codeOf(level.store_id),
        sku,
        ...[shownQuantity(on_hand, unit), shownQuantity(reorder_point, unit), is_active].map(
          String,
        ),
        describeGoods(level),
      ];
    }
    after = levels[PAGE - 1];
  } while (after !== undefined);
}

export const levelSheet: Sheet = {
  columns: COLUMNS,
  required: ['store', 'sku'],
  keyOf: values => `${values.get('store')} ${values.get('sku')}`,
  needs: values => ({
    level: { store: String(values.get('store')), sku: String(values.get('sku')) },
  }),
  put: async (tx, values, { userId, storeIds }, { trace }) => {
    const { log, levels, stores, variants } = trace;
    const storeId = stores.get(String(values.get('store')));
    if (storeId === undefined || storeIds?.includes(storeId) === false) {
      throw invalidField('store', 'There is no such store.');
    }
    const sku = String(values.get('sku'));
    const row = {
      storeId,
      sku,
      variant: variants.get(sku),
      onHand: checkedUnits('on_hand', values.get('on_hand')),
      reorderPoint: checkedUnits('reorder_point', values.get('reorder_point')),
      isActive: values.get('is_active') as boolean | undefined,
      actorId: userId,
    };
    return putLevel(tx, row, log, levels);
  },
  fieldColumns: new Map(),
  filters: levelFilters,
  rows,
};
