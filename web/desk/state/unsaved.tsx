import { type ReactNode, useEffect, useId, useSyncExternalStore } from 'react';
import type { AroundNavHandler } from 'wouter';
import { FormDialog } from '../parts/form-dialog.js';
import { useT } from '../texts/index.js';

/** Forms with changes that are not saved. */
const unsaved = new Set<string>();
/** The navigation that the user has asked for, while the dialog is open. */
let wanted: (() => void) | undefined;
/** The address of the page with the changes. On a step back the browser has already left it. */
let shownAddress = '';
const listeners = new Set<() => void>();

function want(go: (() => void) | undefined): void {
  wanted = go;
  for (const listener of listeners) listener();
}

const pathOf = (address: string): string => new URL(address, window.location.href).pathname;

/** For the router: asks before another page replaces one with unsaved changes. Filters of a page may change. */
export const guardedNavigation: AroundNavHandler = (navigate, to, options) => {
  if (unsaved.size > 0 && pathOf(to) !== window.location.pathname) {
    want(() => navigate(to, options));
    return;
  }
  navigate(to, options);
  shownAddress = window.location.href;
};

/** Asks before something else replaces a form with unsaved changes on the same page. */
export function leaveFor(go: () => void): void {
  if (unsaved.size === 0) go();
  else want(go);
}

const onUnload = (event: BeforeUnloadEvent): void => {
  if (unsaved.size > 0) event.preventDefault();
};

/** Runs before the router's listener: returns to the page that the browser has left, and asks. */
function onPopState(event: PopStateEvent): void {
  if (unsaved.size === 0 || pathOf(shownAddress) === window.location.pathname) return;
  event.stopImmediatePropagation();
  window.history.pushState(null, '', shownAddress);
  want(() => window.history.back());
}

/**
 * Warns before the user leaves a page with changes. `release` ends that at once, for a form that leaves
 * after it has saved.
 */
export function useUnsaved(hasChanges: boolean): { release: () => void } {
  const key = useId();
  useEffect(() => {
    if (!hasChanges) return;
    unsaved.add(key);
    shownAddress = window.location.href;
    return () => void unsaved.delete(key);
  }, [key, hasChanges]);
  return { release: () => void unsaved.delete(key) };
}

/** Once on every page: the listeners and the question. */
export function UnsavedDialog(): ReactNode {
  const t = useT();
  const go = useSyncExternalStore(
    listener => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => wanted,
  );
  useEffect(() => {
    window.addEventListener('beforeunload', onUnload);
    window.addEventListener('popstate', onPopState, { capture: true });
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      window.removeEventListener('popstate', onPopState, { capture: true });
    };
  }, []);
  return (
    <FormDialog
      title={t('unsaved.title')}
      isOpen={go !== undefined}
      onClose={() => want(undefined)}
      submit={t('unsaved.leave')}
      isDestructive
      isBusy={false}
      onSubmit={() => {
        unsaved.clear();
        want(undefined);
        go?.();
      }}
    >
      {t('unsaved.text')}
    </FormDialog>
  );
}
