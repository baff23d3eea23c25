import '../support/till-device.js';
import { afterEach, expect, it } from 'vitest';
import { isStorageKept, keepStorage } from '../../web/register/state/kept-storage.js';

const browserWith = (storage: object | undefined): void => {
  Object.defineProperty(navigator, 'storage', { value: storage, configurable: true });
};
afterEach(() => browserWith(undefined));

it('asks the browser to keep unsent entries, and remembers whether it does', async () => {
  for (const isKept of [true, false]) {
    browserWith({ persist: async () => isKept });
    await keepStorage();
    expect(isStorageKept.get()).toBe(isKept);
  }
});

it('takes a browser that cannot be asked for one that may delete them', async () => {
  const broken = { persist: () => Promise.reject(new Error('not allowed')) };
  for (const storage of [undefined, {}, broken]) {
    isStorageKept.set(null);
    browserWith(storage);
    await keepStorage();
    expect(isStorageKept.get()).toBe(false);
  }
});
