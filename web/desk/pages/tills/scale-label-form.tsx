import { Select, SimpleGrid, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { AmountField, type Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { ScaleLabel } from '../../types.js';
import { problemOf, shownCode } from './label-code.js';

type Props = { label: ScaleLabel | undefined; onClose: () => void };

const NUMBERS = ['item_start', 'item_length', 'value_start', 'value_length', 'decimals'] as const;
type Draft = Pick<ScaleLabel, 'prefix' | 'value_kind'> & Record<(typeof NUMBERS)[number], Typed>;

/** Five digits each for the article and the weight in grams: what most scales print. */
const USUAL: Draft = {
  prefix: '28',
  item_start: 3,
  item_length: 5,
  value_start: 8,
  value_length: 5,
  value_kind: 'weight',
  decimals: 3,
};
/** Codes that start with 2 are for use within a store. */
const PREFIXES = Array.from({ length: 10 }, (_, n) => String(20 + n));
const KINDS = ['weight', 'price'] as const;
/** Cents. A weight has grams of a kilogram. */
const PRICE_DECIMALS = 2;

const bodyOf = (draft: Draft) => ({
  prefix: draft.prefix,
  value_kind: draft.value_kind,
  item_start: Number(draft.item_start),
  item_length: Number(draft.item_length),
  value_start: Number(draft.value_start),
  value_length: Number(draft.value_length),
  decimals: Number(draft.decimals),
});

/** Adds or changes how a barcode of a scale is read. */
export function ScaleLabelForm(props: Props): ReactNode {
  const { label } = props;
  const t = useT();
  const { store } = useDesk();
  const [place, setPlace] = useState(store?.code);
  const form = useLabelForm(props, place);
  const { draft } = form;
  const number = (name: (typeof NUMBERS)[number]): ReactNode => (
    <AmountField label={t(`scaleLabels.${name}`)} decimalScale={0} {...form.field(name)} />
  );
  return (
    <FormDialog
      title={label === undefined ? t('scaleLabels.new') : shownCode(label)}
      submit={t('app.save')}
      isReady={
        (label !== undefined || place !== undefined) && NUMBERS.every(one => draft[one] !== '')
      }
      {...form.dialog}
    >
      {label === undefined && <StoreField value={place} onChange={setPlace} />}
      <SimpleGrid cols={{ base: 1, xs: 2 }}>
        <Select
          label={t('scaleLabels.prefix')}
          data={PREFIXES}
          allowDeselect={false}
          data-autofocus
          value={draft.prefix}
          onChange={prefix => prefix !== null && form.set({ prefix })}
          error={form.errorOf('prefix')}
        />
        <Select
          label={t('scaleLabels.value_kind')}
          data={KINDS.map(value => ({ value, label: t(`scaleLabels.kind.${value}`) }))}
          allowDeselect={false}
          value={draft.value_kind}
          onChange={kind =>
            kind !== null &&
            form.set({
              value_kind: kind as Draft['value_kind'],
              decimals: kind === 'price' ? PRICE_DECIMALS : USUAL.decimals,
            })
          }
        />
        {number('item_start')}
        {number('item_length')}
        {number('value_start')}
        {number('value_length')}
        {number('decimals')}
      </SimpleGrid>
      <Text size="sm" role="status">
        {t('scaleLabels.preview', { code: shownCode(bodyOf(draft)) })}
      </Text>
    </FormDialog>
  );
}

function useLabelForm({ label, onClose }: Props, place: string | undefined) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: (): Draft =>
      label === undefined
        ? USUAL
        : {
            prefix: label.prefix,
            value_kind: label.value_kind,
            item_start: label.item_start,
            item_length: label.item_length,
            value_start: label.value_start,
            value_length: label.value_length,
            decimals: label.decimals,
          },
    check: (draft): Problems => {
      const found = problemOf(bodyOf(draft));
      if (found !== undefined) return { [found.field]: t(`scaleLabels.${found.problem}`) };
      const most = draft.value_kind === 'price' ? PRICE_DECIMALS : Number(USUAL.decimals);
      if (Number(draft.decimals) <= most) return {};
      return { decimals: t('scaleLabels.decimals.most', { count: most }) };
    },
    ...(label && {
      record: {
        type: 'barcode-patterns',
        id: label.id,
        path: `/barcode-patterns/${label.id}/`,
        shown: label,
      },
    }),
    save: (draft, condition) => {
      const body = bodyOf(draft);
      if (label === undefined) {
        return answer(api.POST('/barcode-patterns/', { body: { ...body, store: place ?? '' } }));
      }
      const params = { path: { id: label.id } };
      return answer(api.PATCH('/barcode-patterns/{id}/', { params, body, ...condition }));
    },
    changes: [['scale-labels']],
    done: saved => t('scaleLabels.saved', { code: shownCode(saved) }),
    onClose,
  });
}
