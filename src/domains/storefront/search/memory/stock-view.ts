import type { Reader } from '../../../../platform/database/tx.js';
import { grown, NONE, type ProductColumns } from './product-columns.js';
import {
  lastEvents,
  productsOfVariants,
  stockChanges,
  stockedProducts,
  type Terms,
  type Which,
} from './repository.js';
import type { StoreView } from './store-view.js';

/** After more events than this, or after events that are not kept any more, all stock is read again. */
const MOST_EVENTS = 5_000;

/** The products that at least one of the stores has in stock; digital ones always are. */
export class StockView implements StoreView {
  stocked = new Uint8Array(0);
  readonly stale = new Set<number>();
  /** The last event of each store that the stock contains. */
  private positions = new Map<string, number>();

  constructor(private readonly storeIds: readonly string[]) {}

  async read(reader: Reader, columns: ProductColumns, terms: Terms, which: Which): Promise<void> {
    const ids = await stockedProducts(reader, this.storeIds, terms, which);
    this.fit(columns);
    const write = (id: number, isStocked: number): void => {
      const slot = columns.slotOf(id);
      if (slot !== NONE) this.stocked[slot] = isStocked;
    };
    for (const id of 'ids' in which ? which.ids : []) write(id, 0);
    for (const id of ids) write(id, 1);
  }

  clear(): void {
    this.stocked = new Uint8Array(this.stocked.length);
  }

  fit({ capacity }: ProductColumns): void {
    if (this.stocked.length < capacity) this.stocked = grown(this.stocked, capacity);
  }

  /** An event between this and the reading is read twice. */
  async start(reader: Reader): Promise<void> {
    this.positions = await lastEvents(reader, this.storeIds);
  }

  async follow(reader: Reader): Promise<boolean> {
    const changes = await stockChanges(reader, this.positions, MOST_EVENTS);
    if (changes.some(({ isWhole }) => !isWhole)) return false;
    const variantIds = changes.flatMap(change => change.variantIds);
    const ids = variantIds.length === 0 ? [] : await productsOfVariants(reader, variantIds);
    for (const { storeId, last } of changes) this.positions.set(storeId, last);
    for (const id of ids) this.stale.add(id);
    return true;
  }
}
