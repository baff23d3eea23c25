export type Listener = (message: unknown) => void;

/**
 * Tells every node what has just happened. Delivery is at most once and per publisher in order:
 * whoever cannot afford a hole gives `missed` and reads from the database what it did not hear.
 */
export interface Bus {
  /**
   * Listeners of this node are called before it resolves. It does not fail when Redis is away:
   * listeners on other nodes are told `missed` as soon as Redis is back.
   */
  publish(channel: string, message: unknown): Promise<void>;
  /** Messages are JSON values, each listener's own copy. Returns the way to unsubscribe. */
  subscribe(channel: string, listener: Listener, missed?: () => void): Promise<() => Promise<void>>;
  /** Throws when not reachable. */
  ping(): Promise<void>;
  close(): Promise<void>;
}
