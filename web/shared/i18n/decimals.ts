import { useI18n } from './index.js';

/** Fields for numbers show the reader's decimal separator, and take both. */
export function useDecimals() {
  const { locale } = useI18n();
  return {
    decimalSeparator: new Intl.NumberFormat(locale).format(1.5).charAt(1),
    allowedDecimalSeparators: ['.', ','],
    // While "0,0" is typed the value is the text "0.0": its point is no separator of groups.
    valueIsNumericString: true,
  };
}
