/** What the memory holds of a product, whatever store it is sold in. */
export type ProductRow = {
  id: number;
  /** The words of the name as the search index writes them. */
  name: string;
  created_at: Date;
  category_id: string | null;
  brand_id: string | null;
  is_digital: boolean;
};

/** Stands for "no category" and "no brand". */
export const NONE = -1;
const FIRST_CAPACITY = 1_024;

/** Numbers records in the order of their arrival, so that a column holds small integers. */
export class Numbering {
  readonly ids: string[] = [];
  private readonly numbers = new Map<string, number>();

  of(id: string | null): number {
    if (id === null) return NONE;
    const known = this.numbers.get(id);
    if (known !== undefined) return known;
    this.numbers.set(id, this.ids.length);
    return this.ids.push(id) - 1;
  }

  find(id: string): number | undefined {
    return this.numbers.get(id);
  }
}

/**
 * All products on sale in columns. A product has a slot, the same until it is no longer on sale;
 * `order` lists the slots by name, and `position` is the place of a slot in it, `NONE` if it is empty.
 */
export class ProductColumns {
  readonly categories = new Numbering();
  readonly brands = new Numbering();
  /** Slots in use end below this number. */
  size = 0;
  /** How often products were put; slots may have changed since another number. */
  changes = 0;
  order = new Int32Array(0);
  position = new Int32Array(FIRST_CAPACITY).fill(NONE);
  ids = new Int32Array(FIRST_CAPACITY);
  category = new Int32Array(FIRST_CAPACITY);
  brand = new Int32Array(FIRST_CAPACITY);
  createdAt = new Float64Array(FIRST_CAPACITY);
  digital = new Uint8Array(FIRST_CAPACITY);
  readonly names: string[] = [];
  private slots = new Int32Array(FIRST_CAPACITY).fill(NONE);
  private readonly free: number[] = [];

  get capacity(): number {
    return this.ids.length;
  }

  /** `NONE` if the product is not on sale. */
  slotOf(id: number): number {
    return this.slots[id] ?? NONE;
  }

  /** Adds and replaces products, and removes the others of `ids`. */
  put(ids: readonly number[], rows: readonly ProductRow[]): void {
    this.changes += 1;
    for (const id of ids) this.remove(id);
    const added = rows.map(row => this.add(row));
    this.sort(added);
  }

  /** The slots of the products among these that are on sale. */
  slotsOf(ids: Int32Array): Int32Array {
    const slots = new Int32Array(ids.length);
    let used = 0;
    for (let i = 0; i < ids.length; i += 1) {
      const slot = this.slotOf(ids[i] ?? 0);
      if (slot === NONE) continue;
      slots[used] = slot;
      used += 1;
    }
    // A part would hold the memory of all of them.
    return used === slots.length ? slots : slots.slice(0, used);
  }

  /** The first place in the order whose product does not come before this name and id. */
  placeOf(name: string, id: number): number {
    let low = 0;
    let high = this.order.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const slot = this.order[middle] ?? 0;
      const other = this.names[slot] ?? '';
      if (other < name || (other === name && (this.ids[slot] ?? 0) < id)) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  private remove(id: number): void {
    const slot = this.slotOf(id);
    if (slot === NONE) return;
    this.slots[id] = NONE;
    this.position[slot] = NONE;
    this.names[slot] = '';
    this.free.push(slot);
  }

  private add(row: ProductRow): number {
    const slot = this.free.pop() ?? this.size;
    this.size = Math.max(this.size, slot + 1);
    if (slot >= this.capacity) this.grow();
    if (row.id >= this.slots.length) this.slots = grown(this.slots, row.id + 1);
    this.slots[row.id] = slot;
    this.ids[slot] = row.id;
    this.names[slot] = row.name;
    this.category[slot] = this.categories.of(row.category_id);
    this.brand[slot] = this.brands.of(row.brand_id);
    this.createdAt[slot] = row.created_at.getTime();
    this.digital[slot] = Number(row.is_digital);
    // Marks the slot as used; `sort` writes its place.
    this.position[slot] = 0;
    return slot;
  }

  /** Merges the new slots into those that are in order; both are sorted by name. */
  private sort(added: number[]): void {
    const isNew = new Set(added);
    const kept = this.order.filter(slot => this.position[slot] !== NONE && !isNew.has(slot));
    added.sort(this.byName);
    const merged = new Int32Array(kept.length + added.length);
    let from = 0;
    let next = 0;
    for (let place = 0; place < merged.length; place += 1) {
      const a = kept[from];
      const b = added[next];
      const isKept = b === undefined || (a !== undefined && this.byName(a, b) < 0);
      const slot = (isKept ? a : b) ?? 0;
      if (isKept) from += 1;
      else next += 1;
      merged[place] = slot;
      this.position[slot] = place;
    }
    this.order = merged;
  }

  private readonly byName = (a: number, b: number): number => {
    const one = this.names[a] ?? '';
    const other = this.names[b] ?? '';
    if (one !== other) return one < other ? -1 : 1;
    return (this.ids[a] ?? 0) - (this.ids[b] ?? 0);
  };

  private grow(): void {
    const least = this.capacity + 1;
    this.position = grown(this.position, least);
    this.ids = grown(this.ids, least);
    this.category = grown(this.category, least);
    this.brand = grown(this.brand, least);
    this.createdAt = grown(this.createdAt, least);
    this.digital = grown(this.digital, least);
  }
}

/** A column of at least this length, doubled so that growing stays cheap. */
export function grown<Column extends Int32Array | Float64Array | Uint8Array>(
  column: Column,
  least: number,
): Column {
  const Kind = column.constructor as new (length: number) => Column;
  const wider = new Kind(Math.max(least, column.length * 2));
  if (wider instanceof Int32Array) wider.fill(NONE);
  wider.set(column);
  return wider;
}
