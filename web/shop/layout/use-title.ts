import { useEffect } from 'react';

/** Sets the document title. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · Tillhouse`;
  }, [title]);
}
