import { Stack, Switch, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { PictureField } from '../../parts/picture-field.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { bodyOf, noTexts, sectionDraft } from './draft.js';
import { SectionList } from './section-list.js';
import { TextsField } from './texts-field.js';
import type { FormProps } from './use-themes.js';

/** Hero and sections of the home page; both may be those of the chain. */
export function HomeForm({ target, own, onClose }: FormProps): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => ({
      hasHero: own.hero !== null,
      hero: own.hero ?? { title: noTexts(), text: noTexts(), link: '', link_text: noTexts() },
      hero_picture_id: own.hero_picture_id,
      hasSections: own.sections !== null,
      sections: (own.sections ?? []).map(sectionDraft),
    }),
    record: { type: 'shop-themes', id: target, path: `/shop-themes/${target}/`, shown: own },
    save: (draft, condition) =>
      answer(
        api.PUT('/shop-themes/{store}/', {
          params: { path: { store: target } },
          body: bodyOf(own, {
            hero: draft.hasHero ? draft.hero : null,
            hero_picture_id: draft.hasHero ? draft.hero_picture_id : null,
            sections: draft.hasSections ? draft.sections : null,
          }),
          ...condition,
        }),
      ),
    changes: [['shop-themes']],
    done: () => t('theme.saved'),
    onClose,
  });
  const { draft } = form;
  const setHero = (change: Partial<typeof draft.hero>): void =>
    form.set({ hero: { ...draft.hero, ...change } });
  return (
    <FormDialog title={t('theme.home')} submit={t('app.save')} size="xl" {...form.dialog}>
      <Switch
        label={t('theme.hero.own')}
        data-autofocus
        checked={draft.hasHero}
        onChange={event => form.set({ hasHero: event.currentTarget.checked })}
      />
      {draft.hasHero && (
        <Stack>
          <TextsField
            label={t('theme.hero.title')}
            maxLength={120}
            value={draft.hero.title}
            onChange={title => setHero({ title })}
            error={form.errorOf('hero.title')}
          />
          <TextsField
            label={t('theme.hero.text')}
            maxLength={500}
            isLong
            value={draft.hero.text}
            onChange={text => setHero({ text })}
          />
          <TextInput
            label={t('theme.hero.link')}
            description={t('theme.hero.link.hint')}
            maxLength={500}
            value={draft.hero.link}
            onChange={event => setHero({ link: event.currentTarget.value })}
            error={form.errorOf('hero.link')}
          />
          <TextsField
            label={t('theme.hero.linkText')}
            maxLength={60}
            value={draft.hero.link_text}
            onChange={link_text => setHero({ link_text })}
            error={form.errorOf('hero.link_text')}
          />
          <PictureField
            label={t('theme.hero.picture')}
            none={t('theme.hero.picture.none')}
            remove={t('theme.hero.picture.remove')}
            id={draft.hero_picture_id}
            onChange={hero_picture_id => form.set({ hero_picture_id })}
            error={form.errorOf('hero_picture_id')}
          />
        </Stack>
      )}
      <Switch
        label={t('theme.sections.own')}
        checked={draft.hasSections}
        onChange={event => form.set({ hasSections: event.currentTarget.checked })}
      />
      {draft.hasSections && (
        <SectionList
          sections={draft.sections}
          onChange={sections => form.set({ sections })}
          errorOf={form.errorOf}
        />
      )}
    </FormDialog>
  );
}
