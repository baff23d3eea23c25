/** Shared by all tabs: a sale in one of them keeps the till unlocked in the others. */
const NAME = 'tillhouse.register.touched-at';
/** Touches in a row write once. */
const PAUSE_MS = 1_000;

let ownMs = 0;

export function noteTouch(nowMs = Date.now()): void {
  const isNew = nowMs - ownMs >= PAUSE_MS;
  if (!isNew) return;
  ownMs = nowMs;
  try {
    localStorage.setItem(NAME, String(nowMs));
  } catch {
    // A full disk: this tab goes by its own touches.
  }
}

/** Read anew each time: another tab may have written a moment ago. */
export const lastTouchMs = (): number =>
  Math.max(ownMs, Number(localStorage.getItem(NAME) ?? 0) || 0);
