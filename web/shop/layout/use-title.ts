import { createContext, useContext, useEffect } from 'react';
import { useTheme } from './use-theme.js';

/** Collects title and description while the service draws a page. */
export type PageWords = { title?: string; description?: string };
export const WordsContext = createContext<PageWords | undefined>(undefined);

/** Sets the document title. */
export function useTitle(title: string | undefined, description?: string): void {
  const drawn = useContext(WordsContext);
  const name = useTheme()?.name ?? 'Tillhouse';
  if (drawn !== undefined && title !== undefined) Object.assign(drawn, { title, description });
  useEffect(() => {
    if (title !== undefined) document.title = `${title} · ${name}`;
  }, [title, name]);
}
