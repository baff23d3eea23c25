import pg from 'pg';

/**
 * graphile-worker releases a connection twice if it breaks during shutdown, in a promise that nothing
 * awaits. The second release is ignored here; `pg` would throw and end the process.
 */
export class ReleaseOncePool extends pg.Pool {
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
