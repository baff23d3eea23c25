import { useI18n } from './index.js';
import { KIND_NAMES, METHOD_NAMES, type MethodKind } from './method-names.js';

type Code = keyof typeof METHOD_NAMES.en;
const CODES = new Map(
  Object.entries(METHOD_NAMES.en).map(([code, name]) => [name as string, code]),
);

/** A method that still has its first name is named in the reader's language. */
export function useMethodName(): (name: string) => string {
  const { language } = useI18n();
  return name => {
    const code = CODES.get(name);
    return code === undefined ? name : METHOD_NAMES[language][code as Code];
  };
}

/** The kinds of payment methods in the reader's language. */
export function useKindNames(): Record<MethodKind, string> {
  const { language } = useI18n();
  return KIND_NAMES[language];
}
