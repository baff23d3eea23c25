import { COUNTRY_CODES } from '../../../../src/platform/countries.js';
import { useI18n } from '../../../shared/i18n/index.js';

/** All countries by name in the reader's language. */
export function useCountries(): { value: string; label: string }[] {
  const { locale } = useI18n();
  const names = new Intl.DisplayNames(locale, { type: 'region' });
  return COUNTRY_CODES.map(value => ({ value, label: names.of(value) ?? value })).sort((a, b) =>
    a.label.localeCompare(b.label, locale),
  );
}
