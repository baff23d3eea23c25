import { useEffect } from 'react';

const BAR = '.mantine-Notifications-root[data-position="bottom-center"]';

/** Keeps the height of the bar with notifications in `--app-toasts`, so that nothing is below it. */
export function useToastSpace(): void {
  useEffect(() => {
    const bar = document.querySelector<HTMLElement>(BAR);
    if (bar === null) return undefined;
    const { style } = document.documentElement;
    const observer = new ResizeObserver(() => {
      style.setProperty('--app-toasts', `${bar.offsetHeight}px`);
    });
    observer.observe(bar);
    return () => {
      observer.disconnect();
      style.removeProperty('--app-toasts');
    };
  }, []);
}
