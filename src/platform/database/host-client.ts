import type { Duplex } from 'node:stream';
import pg from 'pg';
import { type HostSet, NoSuitableHost, STATE_QUERY, stateOf } from './host-set.js';

export type HostConfig = pg.ClientConfig & { hosts?: HostSet };

/** A connection to the host of a list that accepts the wanted sessions. */
export class HostClient extends pg.Client {
  readonly #hosts: HostSet | undefined;

  constructor(config?: HostConfig) {
    super(config);
    this.#hosts = config?.hosts;
  }

  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override connect(...args: any[]): any {
    const [callback] = args;
    if (this.#hosts === undefined) return Reflect.apply(super.connect, this, args);
    const connected = this.#connectTo(this.#hosts);
    if (callback === undefined) return connected;
    connected.then(() => callback(), callback);
  }

  async #connectTo(hosts: HostSet): Promise<this> {
    const host = await hosts.find().catch(error => {
      // As the driver does after a failed connection.
      process.nextTick(() => this.emit('end'));
      throw error;
    });
    Object.assign(this, host);
    const ignore = (): void => undefined;
    // The pool listens only once the connection is made, and breaking before that is reported below.
    this.on('error', ignore);
    try {
      await super.connect();
      // The host may have been demoted since it was found.
      const { rows } = await Reflect.apply(pg.Client.prototype.query, this, [STATE_QUERY]);
      if (!hosts.accepts(stateOf(rows[0]))) throw new NoSuitableHost('the host was demoted');
      // A connection that is being made is not yet among those that a switch drops.
      if (hosts.hasMovedFrom(host)) throw new NoSuitableHost('the sessions moved to another host');
    } catch (error) {
      hosts.forget(host);
      void this.end().catch(ignore);
      throw error;
    }
    hosts.add(this, host);
    this.off('error', ignore);
    return this;
  }

  /** Fails every pending statement of this connection. */
  drop(): void {
    const { connection } = this as unknown as { connection: { stream: Duplex } };
    connection.stream.destroy();
  }
}
