import { newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import type { Typed } from '../../parts/fields.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { QuantityInput } from '../../parts/quantity.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import { type Count, type CountLine, enterQuantity } from './calls.js';

/** What this person counted of one article; replaces the earlier quantity. */
export function EntryForm(props: {
  count: Count;
  line: CountLine;
  onClose: () => void;
  onSaved?: (line: CountLine) => void;
}): ReactNode {
  const { count, line, onClose, onSaved } = props;
  const t = useT();
  const api = useApi();
  const [quantity, setQuantity] = useState<Typed>('');
  const save = useAction(
    () =>
      enterQuantity(
        api,
        count.id,
        { variant_id: line.variant_id, quantity: Number(quantity) },
        newKey(),
      ),
    {
      changes: [['counts'], ['count-lines']],
      done: () => t('counts.entered', { name: line.description }),
      onDone: saved => {
        onSaved?.(saved);
        onClose();
      },
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={line.description}
      isOpen
      onClose={onClose}
      submit={t('app.save')}
      isReady={quantity !== ''}
      onSubmit={() => save.mutate(undefined)}
      isBusy={save.isPending}
      error={save.error}
    >
      <QuantityInput
        label={t('counts.enter')}
        description={t('counts.enter.hint')}
        data-autofocus
        unit={line.unit}
        value={quantity}
        onChange={setQuantity}
      />
    </FormDialog>
  );
}
