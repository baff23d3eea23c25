import { ColorInput, Select, TextInput } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { FONTS } from '../../../../src/domains/storefront/theme/fonts.js';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { PictureField } from '../../parts/picture-field.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import { bodyOf, type Font, shownTheme, type Theme } from './draft.js';
import { Preview } from './preview.js';
import type { FormProps } from './use-themes.js';

const COLORS = ['#1f6b58', '#1d4f91', '#7a1f3d', '#8a4b08', '#5b3a8c', '#262521'];
const GROUNDS = ['#fbfaf7', '#ffffff', '#f4f7fb', '#fdf6e3', '#f7f3f8'];

/** Name, logo, colours and font; an empty field is that of the chain. */
export function LookForm({ target, own, chain, onClose }: FormProps): ReactNode {
  const t = useT();
  const api = useApi();
  const changed = (draft: {
    name: string;
    logo_id: string | null;
    primary_color: string;
    background_color: string;
    font: Font | null;
  }): Theme => ({
    ...own,
    ...draft,
    name: draft.name.trim() || null,
    primary_color: draft.primary_color || null,
    background_color: draft.background_color || null,
  });
  const form = useForm({
    start: () => ({
      name: own.name ?? '',
      logo_id: own.logo_id,
      primary_color: own.primary_color ?? '',
      background_color: own.background_color ?? '',
      font: own.font,
    }),
    record: { type: 'shop-themes', id: target, path: `/shop-themes/${target}/`, shown: own },
    save: (draft, condition) =>
      answer(
        api.PUT('/shop-themes/{store}/', {
          params: { path: { store: target } },
          body: bodyOf(own, changed(draft)),
          ...condition,
        }),
      ),
    changes: [['shop-themes']],
    done: () => t('theme.saved'),
    onClose,
  });
  const color = (name: 'primary_color' | 'background_color', swatches: string[]) => ({
    format: 'hex' as const,
    withEyeDropper: false,
    withPicker: false,
    swatches,
    placeholder: chain[name] ?? t('theme.standard'),
    ...form.field(name),
  });
  return (
    <FormDialog title={t('theme.look')} submit={t('app.save')} size="lg" {...form.dialog}>
      <TextInput
        label={t('theme.name')}
        placeholder={chain.name ?? 'Tillhouse'}
        data-autofocus
        maxLength={60}
        {...form.text('name')}
      />
      <PictureField
        label={t('theme.logo')}
        hint={t('theme.logo.hint')}
        none={t('settings.logo.none')}
        remove={t('settings.logo.remove')}
        id={form.draft.logo_id}
        onChange={logo_id => form.set({ logo_id })}
        error={form.errorOf('logo_id')}
      />
      <ColorInput
        label={t('theme.primary')}
        description={t('theme.primary.hint')}
        {...color('primary_color', COLORS)}
      />
      <ColorInput label={t('theme.background')} {...color('background_color', GROUNDS)} />
      <Select
        label={t('theme.font')}
        placeholder={t(`theme.font.${chain.font ?? 'sans'}`)}
        clearable
        clearButtonProps={{ 'aria-label': t('list.clear') }}
        data={FONTS.map(font => ({ value: font, label: t(`theme.font.${font}`) }))}
        {...form.field('font')}
      />
      <Preview theme={shownTheme(changed(form.draft), chain)} />
    </FormDialog>
  );
}
