export { openShop, type Reply, type Shop } from '../support/service.js';

/** A clock that only moves when told to. */
export function movableClock(start = new Date()) {
  let at = start.getTime();
  return {
    now: () => new Date(at),
    advance: (ms: number) => {
      at += ms;
    },
  };
}
