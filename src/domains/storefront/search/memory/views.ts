import { LRUCache } from 'lru-cache';
import type { Kept, StoreView } from './store-view.js';

/** What a node has room for: 5,000 stores, or fewer with many products. */
const MOST_VIEWS = 5_000;

/**
 * The views of stores within a number of bytes; the key is what the stores of a view have in common.
 * If a new view does not fit, the one that was unused for longest is dropped, and its stores read
 * everything again. Two views are kept even if they need more bytes.
 */
export class Views<View extends StoreView> {
  private readonly views = new LRUCache<string, Kept<View>>({ max: MOST_VIEWS });

  constructor(
    private readonly mostBytes: number,
    private readonly bytesPerProduct: number,
  ) {}

  /** The view with this key, created if it is missing; its columns have `capacity` slots. */
  of(key: string, capacity: number, create: () => Kept<View>): Kept<View> {
    const view = this.views.get(key) ?? create();
    this.views.set(key, view);
    while (this.views.size > this.most(capacity)) this.views.pop();
    return view;
  }

  /** Whether one more view fits without removing another. */
  hasRoom(capacity: number): boolean {
    return this.views.size < this.most(capacity);
  }

  values(): Iterable<Kept<View>> {
    return this.views.values();
  }

  private most(capacity: number): number {
    const fitting = Math.floor(this.mostBytes / (capacity * this.bytesPerProduct));
    return Math.min(Math.max(fitting, 2), MOST_VIEWS);
  }
}
