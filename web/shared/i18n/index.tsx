import {
  createContext,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { de } from './de.js';
import { en } from './en.js';
import { type Catalogue, fill, type Language, localeOf, type Values } from './texts.js';

export { LANGUAGES, type Language } from './texts.js';

type I18n = {
  language: Language;
  locale: string;
  setLanguage(language: Language): void;
  catalogue: Catalogue;
};

const Context = createContext<I18n | undefined>(undefined);
const STORAGE_KEY = 'tillhouse.language';

/** The language that somebody chose in this browser. */
export function storedLanguage(): Language | undefined {
  const stored = localStorage.getItem(STORAGE_KEY);
  return stored === 'en' || stored === 'de' ? stored : undefined;
}

function firstLanguage(): Language {
  const stored = storedLanguage();
  if (stored !== undefined) return stored;
  return navigator.languages.find(tag => /^(de|en)\b/i.test(tag))?.startsWith('de') ? 'de' : 'en';
}

/** The language in which the service has drawn the page. */
export type DrawnIn = { language: Language; locale: string };

/** Provides the screen's texts merged over the shared ones. */
export function TextsProvider(props: {
  texts: Record<Language, Catalogue>;
  drawnIn?: DrawnIn;
  onChange?: (language: Language) => void;
  children: ReactNode;
}): ReactNode {
  const { texts, drawnIn, onChange, children } = props;
  const [language, setState] = useState(() => drawnIn?.language ?? firstLanguage());
  const value = useMemo<I18n>(() => {
    if (typeof document !== 'undefined') document.documentElement.lang = language;
    return {
      language,
      locale:
        drawnIn?.language === language ? drawnIn.locale : localeOf(language, navigator.languages),
      catalogue: { ...(language === 'de' ? de : en), ...texts[language] },
      setLanguage: next => {
        localStorage.setItem(STORAGE_KEY, next);
        onChange?.(next);
        setState(next);
      },
    };
  }, [language, texts, drawnIn, onChange]);
  return <Context value={value}>{children}</Context>;
}

/** Texts in one language, whatever the reader's: that of the store on a customer display. */
export function FixedLanguage(props: {
  language: Language;
  texts: Record<Language, Catalogue>;
  children: ReactNode;
}): ReactNode {
  const { language, texts, children } = props;
  const value = useMemo<I18n>(
    () => ({
      language,
      locale: localeOf(language, navigator.languages),
      catalogue: { ...(language === 'de' ? de : en), ...texts[language] },
      setLanguage: () => undefined,
    }),
    [language, texts],
  );
  useEffect(() => {
    const before = document.documentElement.lang;
    document.documentElement.lang = language;
    return () => {
      document.documentElement.lang = before;
    };
  }, [language]);
  return <Context value={value}>{children}</Context>;
}

export function useI18n(): I18n {
  const i18n = useContext(Context);
  if (i18n === undefined) throw new Error('texts are used outside of their provider');
  return i18n;
}

export type SharedKey = keyof typeof en;
export type Translate<Key extends string> = (key: Key | SharedKey, values?: Values) => string;

/** Each screen binds its keys once: `export const useT = () => useTexts<keyof typeof en>()`. */
export function useTexts<Key extends string = SharedKey>(): Translate<Key> {
  const { catalogue, locale } = useI18n();
  return useCallback(
    (key, values = {}) => fill(catalogue[key], values, locale) ?? key,
    [catalogue, locale],
  );
}
