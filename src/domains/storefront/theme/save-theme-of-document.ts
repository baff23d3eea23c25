import { Check, Clean, Clone, Errors } from 'typebox/value';
import type { Tx } from '../../../platform/database/tx.js';
import { invalid, notFound } from '../../../platform/http/failure.js';
import { type ThemeRow, themeById, themeOfStore } from './repository.js';
import { EMPTY_THEME } from './rules.js';
import { saveTheme } from './save-theme.js';
import { ThemeBody, type ThemeInput } from './schemas.js';

export type ThemeDocument = { store_id?: string | null; sanity_id?: string } & Record<
  string,
  unknown
>;

/**
 * Saves the fields of a document over those that the theme has, by the rules of the desk: one
 * wrong field refuses all of them, keys that nobody knows are ignored. Returns the id.
 */
export async function saveThemeOfDocument(
  tx: Tx,
  id: string | undefined,
  { store_id = null, sanity_id, ...change }: ThemeDocument,
): Promise<string> {
  const before = id === undefined ? await themeOfStore(tx, store_id) : await themeById(tx, id);
  if (id !== undefined && before === undefined) throw notFound('Theme');
  // A hero that is removed takes its picture with it.
  const own = { ...inputOf(before), ...(change.hero === null && { hero_picture_id: null }) };
  const input = checkedInput({ ...own, ...change });
  const storeId = before === undefined ? store_id : before.store_id;
  return (await saveTheme(tx, { storeId, sanityId: sanity_id }, input)).id;
}

function inputOf(row: ThemeRow | undefined): object {
  const { sections, ...theme } = row ?? EMPTY_THEME;
  return {
    ...theme,
    sections: sections?.map(({ ref, products, ...rest }) => ({
      ...rest,
      ...(ref !== null && { ref }),
      products: products.map(String),
    })),
  };
}

function checkedInput(given: object): ThemeInput {
  const input: unknown = Clean(ThemeBody, Clone(given));
  if (Check(ThemeBody, input)) return input;
  const [first] = Errors(ThemeBody, input);
  const field = first?.instancePath.slice(1).replaceAll('/', '.') ?? '';
  throw invalid(`${field}: ${first?.message ?? 'is not valid'}`);
}
