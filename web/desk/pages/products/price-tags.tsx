import { Button, MultiSelect, NumberInput, Select, Text } from '@mantine/core';
import { IconTag } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { saveFile } from '../../../shared/save-file.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';

/** A variant and how the dialog names it. */
export type TagItem = { id: string; name: string };
type Format = 'pdf' | 'zpl';
type Props = {
  items: TagItem[];
  /** Whether the dialog lets people choose among the items; else all of them are printed. */
  chooses?: boolean;
};

const FORMATS: Format[] = ['pdf', 'zpl'];
/** Limits of the service. */
const MAX_ITEMS = 200;
const MAX_TAGS = 1000;

/** Opens a dialog that downloads price tags of the items. */
export function PriceTagsButton(props: Props): ReactNode {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconTag size={16} />}
        disabled={props.items.length === 0}
        onClick={() => setOpen(true)}
      >
        {t('tags.open')}
      </Button>
      {isOpen && <PriceTags {...props} onClose={() => setOpen(false)} />}
    </>
  );
}

function PriceTags({ items, chooses = true, onClose }: Props & { onClose: () => void }): ReactNode {
  const t = useT();
  const { store } = useDesk();
  const form = useTagsForm(items, onClose);
  const { draft } = form;
  const total = draft.variants.length * Number(draft.count);
  return (
    <FormDialog
      title={t('tags.open')}
      submit={t('tags.download')}
      isReady={draft.store !== undefined && total > 0}
      {...form.dialog}
    >
      <Text size="sm" c="dimmed">
        {store === undefined ? t('tags.text') : t('tags.textOf', { store: store.name })}
      </Text>
      <StoreField value={draft.store} onChange={code => form.set({ store: code })} />
      {chooses && items.length > 1 && (
        <MultiSelect
          label={t('products.variants')}
          searchable
          data={items.map(({ id, name }) => ({ value: id, label: name }))}
          {...form.field('variants')}
        />
      )}
      <Select
        label={t('tags.format')}
        description={t(`tags.format.${draft.format}.hint`)}
        allowDeselect={false}
        data={FORMATS.map(value => ({ value, label: t(`tags.format.${value}`) }))}
        value={draft.format}
        onChange={format => format !== null && form.set({ format: format as Format })}
      />
      <NumberInput
        label={t('tags.count')}
        description={t('tags.total', { count: total })}
        min={1}
        max={100}
        allowDecimal={false}
        allowNegative={false}
        {...form.field('count')}
      />
    </FormDialog>
  );
}

function useTagsForm(items: TagItem[], onClose: () => void) {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  return useForm({
    start: () => ({
      store: store?.code,
      variants: items.map(({ id }) => id),
      format: 'pdf' as Format,
      count: 1 as number | string,
    }),
    check: ({ variants, count }): Problems =>
      variants.length > MAX_ITEMS || variants.length * Number(count) > MAX_TAGS
        ? { count: t('tags.tooMany', { items: MAX_ITEMS, tags: MAX_TAGS }) }
        : {},
    save: async ({ variants, format, count, ...place }) => {
      const query = {
        variants: variants.join(','),
        store: place.store,
        format,
        count: Number(count),
      };
      await saveFile(
        api.GET('/labels/', { params: { query }, parseAs: 'blob' }),
        `price-tags.${format}`,
      );
      return variants.length * query.count;
    },
    changes: [],
    done: count => t('tags.done', { count }),
    onClose,
  });
}
