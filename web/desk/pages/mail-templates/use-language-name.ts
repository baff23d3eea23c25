import { useI18n } from '../../../shared/i18n/index.js';

/** "German", in the language of the reader. */
export function useLanguageName(): (language: string) => string {
  const { locale } = useI18n();
  const names = new Intl.DisplayNames(locale, { type: 'language' });
  return language => names.of(language) ?? language;
}
