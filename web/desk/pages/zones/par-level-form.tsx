import { Group, Switch, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { DeleteButton } from '../../parts/delete-button.js';
import type { Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { ItemSearch } from '../../parts/item-search.js';
import { QuantityInput } from '../../parts/quantity.js';
import { type Problems, useForm } from '../../state/use-form.js';
import { variantName } from '../../state/use-variants.js';
import { useT } from '../../texts/index.js';
import type { ParLevel, Zone } from '../../types.js';

type Goods = { id: string; name: string; unit: string };
type Props = {
  zone: Zone;
  level?: ParLevel;
  isTaken: (variantId: string) => boolean;
  onClose: () => void;
};

const CHANGES = [['par-levels'], ['proposals']];

/** How much of an item a zone holds when it is full, and when it is urgent to fill it. */
export function ParLevelForm(props: Props): ReactNode {
  const { level, isTaken, onClose } = props;
  const t = useT();
  const api = useApi();
  const [goods, setGoods] = useState<Goods | undefined>(
    level && { id: level.variant_id, name: level.description, unit: level.unit },
  );
  const form = useParForm(props, goods);
  const unit = goods?.unit ?? 'piece';
  return (
    <FormDialog
      title={level?.description ?? t('orders.addItem')}
      submit={t('app.save')}
      isReady={goods !== undefined && form.draft.par_quantity !== ''}
      {...form.dialog}
    >
      {level === undefined && (
        <ItemSearch
          isTaken={isTaken}
          onPick={one =>
            setGoods({ id: one.id, name: `${variantName(one)} (${one.sku})`, unit: one.unit })
          }
        />
      )}
      {level === undefined && goods !== undefined && <Text fw={600}>{goods.name}</Text>}
      <Group grow align="flex-start">
        <QuantityInput
          label={t('pars.par')}
          description={t('pars.par.hint')}
          unit={unit}
          {...form.field('par_quantity')}
        />
        <QuantityInput
          label={t('pars.minimum')}
          description={t('pars.minimum.hint')}
          unit={unit}
          {...form.field('minimum_quantity')}
        />
      </Group>
      <Switch
        label={t('pars.active')}
        checked={form.draft.is_active}
        onChange={event => form.set({ is_active: event.currentTarget.checked })}
      />
      {level !== undefined && (
        <DeleteButton
          name={level.description}
          text={t('pars.delete.text')}
          run={() =>
            answer(api.DELETE('/par-levels/{id}/', { params: { path: { id: level.id } } }))
          }
          changes={CHANGES}
          onDone={onClose}
          size="xs"
        />
      )}
    </FormDialog>
  );
}

function useParForm({ zone, level, onClose }: Props, goods: Goods | undefined) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => ({
      par_quantity: (level?.par_quantity ?? '') as Typed,
      minimum_quantity: (level?.minimum_quantity ?? 0) as Typed,
      is_active: level?.is_active ?? true,
    }),
    record: level && {
      type: 'par-levels',
      id: level.id,
      path: `/par-levels/${level.id}/`,
      shown: level,
    },
    check: ({ par_quantity, minimum_quantity }): Problems =>
      Number(minimum_quantity) > Number(par_quantity)
        ? { minimum_quantity: t('pars.minimum.order') }
        : {},
    save: (draft, condition) => {
      const body = {
        is_active: draft.is_active,
        par_quantity: Number(draft.par_quantity),
        minimum_quantity: Number(draft.minimum_quantity),
      };
      return answer(
        level === undefined
          ? api.POST('/par-levels/', { body: { ...body, zone: zone.id, variant_id: goods?.id } })
          : api.PATCH('/par-levels/{id}/', {
              params: { path: { id: level.id } },
              body,
              ...condition,
            }),
      );
    },
    changes: CHANGES,
    done: ({ description }) => t('pars.saved', { name: description }),
    onClose,
  });
}
