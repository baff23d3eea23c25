import { answer } from '@tillhouse/client';
import { useState } from 'react';
import { useApi } from '../../../../shared/api/index.js';
import { useAction } from '../../../state/use-action.js';
import { useNotify } from '../../../state/use-notify.js';
import { useT } from '../../../texts/index.js';
import { changesOf } from './changes.js';
import { type Planned, useErrorTexts } from './preview.js';
import type { CellErrors } from './table.js';
import type { Sheet } from './use-sheet.js';

/** The most that one request changes. */
const MAX_CHANGES = 500;

/** Checks the edits, shows what they change, and saves them, all or none. */
export function useSaving(sheet: Sheet, list: string | null, reload: () => Promise<unknown>) {
  const t = useT();
  const api = useApi();
  const notify = useNotify();
  const textsOf = useErrorTexts();
  const [planned, setPlanned] = useState<Planned>();
  const [errors, setErrors] = useState<CellErrors>({});
  const send = (isDryRun: boolean): Promise<Planned> => {
    const changes = changesOf(sheet.edits, sheet.reading);
    const body = { price_list: list, changes, dry_run: isDryRun };
    return answer(api.POST('/products/bulk/', { body }));
  };
  const planning = useAction(() => send(true), {
    changes: [],
    onDone: result => {
      setPlanned(result);
      const bad = result.changes.filter(change => Object.keys(change.errors).length > 0);
      setErrors(Object.fromEntries(bad.map(({ variant, errors }) => [variant, textsOf(errors)])));
    },
  });
  const saving = useAction(() => send(false), {
    changes: [['catalog-rows'], ['products'], ['prices']],
    done: ({ changed: count }) => t('many.done', { count }),
    onDone: () => {
      setPlanned(undefined);
      setErrors({});
      sheet.clear();
    },
    quiet: true,
  });
  const plan = (): void => {
    saving.reset();
    if (changesOf(sheet.edits, sheet.reading).length <= MAX_CHANGES) planning.mutate(undefined);
    else notify({ message: t('many.tooMany'), tone: 'bad' });
  };
  return {
    planned,
    errors,
    isPlanning: planning.isPending,
    isBusy: saving.isPending,
    error: saving.error,
    plan,
    save: () => saving.mutate(undefined),
    close: () => setPlanned(undefined),
    /** Shows the rows as they are now; the next preview compares the edits with these. */
    keepMine: async () => {
      const current = planned?.changes ?? [];
      setPlanned(undefined);
      setErrors({});
      await reload();
      sheet.rebase(
        new Map(current.flatMap(({ variant, etag }) => (etag === null ? [] : [[variant, etag]]))),
      );
    },
  };
}
