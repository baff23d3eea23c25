import { LANGUAGES, type Language } from '../../../platform/language.js';
import type { Platform } from '../../../platform/platform.js';
import type { ListedStore } from '../../stores/index.js';
import { type OwnText, ownTexts } from './repository.js';
import { defaultText, LEGAL_KINDS, type LegalKind } from './rules.js';

export type LegalText = OwnText & { is_default: boolean };

/** Every text of a store in every language: its own, else the default. */
export async function readLegalTexts(
  { db }: Pick<Platform, 'db'>,
  store: ListedStore,
): Promise<LegalText[]> {
  const own = await ownTexts(db, store.id);
  return LEGAL_KINDS.flatMap(kind => LANGUAGES.map(language => textOf(own, kind, language, store)));
}

export async function readLegalText(
  { db }: Pick<Platform, 'db'>,
  store: ListedStore,
  kind: LegalKind,
  language: Language,
): Promise<LegalText> {
  return textOf(await ownTexts(db, store.id), kind, language, store);
}

function textOf(
  own: readonly OwnText[],
  kind: LegalKind,
  language: Language,
  store: ListedStore,
): LegalText {
  const written = own.find(text => text.kind === kind && text.language === language);
  return written === undefined
    ? { kind, language, body: defaultText(kind, language, store), is_default: true }
    : { ...written, is_default: false };
}
