import { useEffect } from 'react';

/** The page's name, in the tab and for screen readers. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Tillhouse`;
  }, [title]);
}
