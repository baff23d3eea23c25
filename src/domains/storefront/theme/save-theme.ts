import { brokenConstraint, type Tx } from '../../../platform/database/tx.js';
import { conflict, invalidField } from '../../../platform/http/failure.js';
import { newId } from '../../../platform/ids.js';
import { record } from '../../../platform/work/events/outbox.js';
import { shopThemeSaved } from './events.js';
import {
  leaveDocument,
  namedGroups,
  namedProducts,
  putTheme,
  type ThemeRow,
  themeOfStore,
} from './repository.js';
import {
  checkBackground,
  checkHero,
  checkPrimary,
  isEmpty,
  limitOf,
  type OwnTheme,
  type Section,
  textsOf,
} from './rules.js';
import type { SectionInput, ThemeInput } from './schemas.js';

type Where = { storeId: string | null; sanityId?: string };

/** Replaces the theme of a store, or of the chain (`storeId` null). */
export async function saveTheme(tx: Tx, where: Where, input: ThemeInput): Promise<ThemeRow> {
  const theme = await checkedTheme(tx, input);
  const before = await themeOfStore(tx, where.storeId);
  await takeOver(tx, before, where.sanityId);
  const row = {
    ...theme,
    id: before?.id ?? newId(),
    store_id: where.storeId,
    sanity_id: where.sanityId ?? null,
  };
  const saved = await putTheme(tx, row).catch((error: unknown) => {
    throw refusal(error);
  });
  if (where.sanityId && saved.sanity_id !== where.sanityId) throw otherDocument();
  await record(tx, shopThemeSaved(saved));
  return saved;
}

const otherDocument = () => conflict('DUPLICATE', 'Another document describes this theme.');

/**
 * A theme has one document. Once that is deleted, the theme is empty, and the next document describes
 * it.
 */
async function takeOver(
  tx: Tx,
  before: ThemeRow | undefined,
  documentId: string | undefined,
): Promise<void> {
  if (!before?.sanity_id || !documentId || before.sanity_id === documentId) return;
  if (!isEmpty(before)) throw otherDocument();
  await leaveDocument(tx, before.id, before.sanity_id);
}

async function checkedTheme(tx: Tx, input: ThemeInput): Promise<OwnTheme> {
  const { name, primary_color: primary, background_color: background, hero } = input;
  if (name?.trim() === '') throw invalidField('name', 'Must not be empty.');
  if (!hero && input.hero_picture_id) {
    throw invalidField('hero_picture_id', 'A picture needs a hero to stand in.');
  }
  return {
    name: name?.trim() ?? null,
    logo_id: input.logo_id ?? null,
    primary_color: primary ? checkPrimary(primary) : null,
    background_color: background ? checkBackground(background) : null,
    font: input.font ?? null,
    hero: hero ? checkHero(hero) : null,
    hero_picture_id: input.hero_picture_id ?? null,
    sections: input.sections ? await checkedSections(tx, input.sections) : null,
  };
}

/** What a section shows is found now, so that a wrong name is refused and a new slug does no harm. */
async function checkedSections(tx: Tx, given: readonly SectionInput[]): Promise<Section[]> {
  const sections: Section[] = [];
  for (const [index, section] of given.entries()) {
    const field = `sections.${index}`;
    const shown =
      section.kind === 'products'
        ? { ref: null, products: await productIds(tx, section.products ?? [], field) }
        : { ref: await groupId(tx, section, field), products: [] };
    const { kind, title, limit } = section;
    sections.push({ kind, ...shown, title: textsOf(title), limit: limitOf(limit) });
  }
  return sections;
}

async function groupId(tx: Tx, { kind, ref = '' }: SectionInput, field: string): Promise<string> {
  const table = kind === 'category' ? 'categories' : 'collections';
  const [found] = await namedGroups(tx, table, [ref]);
  if (found === undefined) throw invalidField(`${field}.ref`, `There is no such ${kind}.`);
  return found.id;
}

async function productIds(tx: Tx, refs: readonly string[], field: string): Promise<number[]> {
  if (refs.length === 0) throw invalidField(`${field}.products`, 'Choose at least one product.');
  const found = await namedProducts(tx, refs);
  const ids = refs.map(ref => {
    const product =
      found.find(({ id }) => String(id) === ref) ?? found.find(({ slug }) => slug === ref);
    if (product === undefined) {
      throw invalidField(`${field}.products`, 'One of these products does not exist.');
    }
    return product.id;
  });
  return [...new Set(ids)];
}

function refusal(error: unknown): unknown {
  switch (brokenConstraint(error)) {
    case 'shop_themes_logo_id_fkey':
      return invalidField('logo_id', 'There is no such picture.');
    case 'shop_themes_hero_picture_id_fkey':
      return invalidField('hero_picture_id', 'There is no such picture.');
    case 'shop_themes_sanity_id_key':
      return otherDocument();
    default:
      return error;
  }
}
