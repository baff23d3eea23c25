import { stored } from './stored.js';

/** Whether the browser keeps unsent entries also when its disk runs short. Null before the first login. */
export const isStorageKept = stored<boolean | null>('storage-kept', null);

/** Asks the browser to keep what this device stores. Pages over plain http cannot ask. */
export async function keepStorage(): Promise<void> {
  const { storage } = navigator as { storage?: Partial<StorageManager> };
  const isKept = await storage?.persist?.().catch(() => false);
  isStorageKept.set(isKept ?? false);
}
