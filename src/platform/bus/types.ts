export type Listener = (message: unknown) => void;

/**
 * Publishes messages to all nodes. Delivery is at most once and in order per publisher. A listener
 * that must not miss anything passes `missed` and reads the gap from the database.
 */
export interface Bus {
  /**
   * Calls the listeners of this node before it resolves. It does not fail when Redis is
   * unavailable: `missed` runs on the other nodes as soon as Redis is back.
   */
  publish(channel: string, message: unknown): Promise<void>;
  /** Messages are JSON values; each listener gets its own copy. Returns the unsubscribe function. */
  subscribe(channel: string, listener: Listener, missed?: () => void): Promise<() => Promise<void>>;
  /** Throws when not reachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
