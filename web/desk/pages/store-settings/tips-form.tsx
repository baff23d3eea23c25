import { NumberInput, SimpleGrid, Switch, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { numberOrNull, type Typed, typedOf } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';

const OFFERS = ['first', 'second', 'third'] as const;

type Draft = { enabled: boolean; max_percent: Typed } & Record<(typeof OFFERS)[number], Typed>;

const draftOf = ({ tips }: Store): Draft => ({
  enabled: tips.enabled,
  first: typedOf(tips.percentages[0] ?? null),
  second: typedOf(tips.percentages[1] ?? null),
  third: typedOf(tips.percentages[2] ?? null),
  max_percent: typedOf(tips.max_percent),
});

/** Empty fields offer nothing, and a percentage that was typed twice is offered once. */
const bodyOf = (draft: Draft) => ({
  enabled: draft.enabled,
  percentages: [...new Set(OFFERS.flatMap(name => numberOrNull(draft[name]) ?? []))],
  max_percent: numberOrNull(draft.max_percent) ?? undefined,
});

/** Whether tills take tips, and which they offer. */
export function TipsForm({ store, onClose }: { store: Store; onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const form = useForm({
    start: () => draftOf(store),
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    save: (draft, condition) =>
      answer(
        api.PATCH('/stores/{store}/', {
          params: { path: { store: store.code } },
          body: { tips: bodyOf(draft) },
          ...condition,
        }),
      ),
    changes: [['desk']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
  return (
    <FormDialog title={t('tips.title')} submit={t('app.save')} {...form.dialog}>
      <Text size="sm">{t('tips.text')}</Text>
      <Switch
        label={t('tips.enabled')}
        checked={form.draft.enabled}
        onChange={event => form.set({ enabled: event.currentTarget.checked })}
      />
      <SimpleGrid cols={3} spacing="sm">
        {OFFERS.map((name, index) => (
          <NumberInput
            key={name}
            label={t('tips.offer', { number: index + 1 })}
            allowDecimal={false}
            allowNegative={false}
            min={1}
            max={100}
            suffix=" %"
            {...form.field(name)}
          />
        ))}
      </SimpleGrid>
      <NumberInput
        label={t('tips.most')}
        description={t('tips.most.hint')}
        allowDecimal={false}
        allowNegative={false}
        min={1}
        max={100}
        suffix=" %"
        {...form.field('max_percent')}
      />
    </FormDialog>
  );
}
