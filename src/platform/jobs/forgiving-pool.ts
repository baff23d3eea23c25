import pg from 'pg';

/**
 * A connection that breaks while its crew stops is given back twice by graphile-worker, from a
 * promise that nobody watches; the pool's complaint about that would end the process.
 */
export class ForgivingPool extends pg.Pool {
  // The driver's overloads cannot be restated here; callers see the original signature.
  // biome-ignore lint/suspicious/noExplicitAny: an override of an overloaded method
  override connect(callback?: (...args: any[]) => void): any {
    if (callback === undefined) return super.connect();
    return super.connect((error, client, release) => {
      let isReleased = false;
      callback(error, client, (reason?: Error | boolean) => {
        if (!isReleased) release(reason);
        isReleased = true;
      });
    });
  }
}
