import { Input, MultiSelect, Slider, Stack, Text, TextInput } from '@mantine/core';
import { type MouseEvent, type ReactNode, useState } from 'react';
import { FormDialog } from '../../parts/form-dialog.js';
import { useT } from '../../texts/index.js';
import type { PictureDraft, VariantDraft } from './draft.js';

/** Text, focal point and variants of a picture; saved with the product. */
export function PictureDialog(props: {
  picture: PictureDraft;
  variants: VariantDraft[];
  onSave: (picture: PictureDraft) => void;
  onClose: () => void;
}): ReactNode {
  const { variants, onSave, onClose } = props;
  const t = useT();
  const [picture, setPicture] = useState(props.picture);
  const set = (change: Partial<PictureDraft>): void => setPicture(old => ({ ...old, ...change }));
  return (
    <FormDialog
      title={t('products.picture')}
      isOpen
      onClose={onClose}
      submit={t('products.picture.apply')}
      isBusy={false}
      onSubmit={() => {
        onSave(picture);
        onClose();
      }}
    >
      <FocalPoint picture={picture} set={set} />
      <TextInput
        label={t('products.picture.alt')}
        description={t('products.picture.alt.hint')}
        data-autofocus
        maxLength={500}
        value={picture.alt}
        onChange={event => set({ alt: event.currentTarget.value })}
      />
      {variants.length > 1 && (
        <MultiSelect
          label={t('products.picture.of')}
          description={t('products.picture.of.hint')}
          searchable
          clearable
          clearButtonProps={{ 'aria-label': t('list.clear') }}
          placeholder={picture.variants.length === 0 ? t('products.picture.all') : undefined}
          data={variants.map(({ key, name, sku }) => ({ value: key, label: name || sku }))}
          value={picture.variants}
          onChange={variants => set({ variants })}
        />
      )}
    </FormDialog>
  );
}

const rounded = (share: number): number => Math.round(Math.min(1, Math.max(0, share)) * 100) / 100;

/** A click sets the point; the sliders do the same for the keyboard. */
function FocalPoint(props: {
  picture: PictureDraft;
  set: (change: Partial<PictureDraft>) => void;
}): ReactNode {
  const { picture, set } = props;
  const t = useT();
  const point = (event: MouseEvent<HTMLElement>): void => {
    const box = event.currentTarget.getBoundingClientRect();
    set({
      focal_x: rounded((event.clientX - box.left) / box.width),
      focal_y: rounded((event.clientY - box.top) / box.height),
    });
  };
  const slider = (name: 'focal_x' | 'focal_y', label: string): ReactNode => (
    <Input.Wrapper label={label} labelElement="div" size="xs">
      <Slider
        thumbLabel={label}
        min={0}
        max={100}
        label={value => `${value} %`}
        value={Math.round(picture[name] * 100)}
        onChange={value => set({ [name]: value / 100 })}
      />
    </Input.Wrapper>
  );
  return (
    <Stack gap="xs">
      <Text size="sm">{t('products.picture.focal')}</Text>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the sliders do the same for the keyboard */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: the sliders do the same for the keyboard */}
      <div className="desk-focal" onClick={point}>
        <img src={picture.preview} alt="" />
        <span style={{ left: `${picture.focal_x * 100}%`, top: `${picture.focal_y * 100}%` }} />
      </div>
      {slider('focal_x', t('products.picture.focalX'))}
      {slider('focal_y', t('products.picture.focalY'))}
    </Stack>
  );
}
