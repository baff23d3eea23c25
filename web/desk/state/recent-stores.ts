const STORAGE_KEY = 'tillhouse.desk.recentStores';
const MOST = 5;

/** The codes of the stores that were chosen on this device, the last one first. */
export function recentStores(): string[] {
  const kept: unknown = parsed(localStorage.getItem(STORAGE_KEY));
  return Array.isArray(kept) ? kept.filter(one => typeof one === 'string') : [];
}

export function noteStore(code: string): void {
  const recent = [code, ...recentStores().filter(one => one !== code)].slice(0, MOST);
  localStorage.setItem(STORAGE_KEY, JSON.stringify(recent));
}

/** Another program may have written anything. */
function parsed(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '[]');
  } catch {
    return [];
  }
}
