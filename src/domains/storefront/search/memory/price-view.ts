import type { Reader } from '../../../../platform/database/tx.js';
import { minor } from '../../../../platform/money.js';
import { optionsOf, type ValueSets } from './option-sets.js';
import { grown, NONE, type ProductColumns } from './product-columns.js';
import { type SoldRow, soldProducts, type Terms, type Which } from './repository.js';
import type { StoreView } from './store-view.js';

/** What stores that sell at the same lists ask for each product, and which options they sell. */
export class PriceView implements StoreView {
  /** Price of the cheapest variant; NaN: no variant has a price. */
  price = new Float64Array(0);
  /** Numbers of `ValueSets`. */
  sizes = new Int32Array(0);
  colours = new Int32Array(0);
  readonly stale = new Set<number>();
  /** Another object after every change: what was counted before belongs to the old one. */
  state = {};

  constructor(
    private readonly currency: string,
    private readonly values: ValueSets,
  ) {}

  async read(reader: Reader, columns: ProductColumns, terms: Terms, which: Which): Promise<void> {
    const rows = await soldProducts(reader, terms, which);
    this.fit(columns);
    this.state = {};
    for (const id of 'ids' in which ? which.ids : []) this.forget(columns.slotOf(id));
    for (const row of rows) this.write(columns.slotOf(row.product_id), row);
  }

  clear(): void {
    this.state = {};
    this.price = new Float64Array(this.price.length).fill(Number.NaN);
    this.sizes = new Int32Array(this.sizes.length);
    this.colours = new Int32Array(this.colours.length);
  }

  /** Prices change with the catalogue only. */
  async start(): Promise<void> {}

  async follow(): Promise<boolean> {
    return true;
  }

  fit({ capacity }: ProductColumns): void {
    const { length } = this.price;
    if (length >= capacity) return;
    this.price = grown(this.price, capacity).fill(Number.NaN, length);
    this.sizes = grown(this.sizes, capacity).fill(0, length);
    this.colours = grown(this.colours, capacity).fill(0, length);
  }

  private forget(slot: number): void {
    if (slot !== NONE) this.price[slot] = Number.NaN;
  }

  private write(slot: number, row: SoldRow): void {
    if (slot === NONE) return;
    const { sizes, colours } = optionsOf(row.attributes);
    this.price[slot] = minor(row.price, this.currency);
    this.sizes[slot] = this.values.of(sizes);
    this.colours[slot] = this.values.of(colours);
  }
}
