import { Checkbox, SimpleGrid, Text } from '@mantine/core';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { FormDialog } from '../form-dialog.js';
import { StoresSelect } from '../store-select.js';
import { CopyPreview } from './copy-preview.js';
import { type Copied, NEEDS, SECTIONS, type Section } from './sections.js';

type Props = { store: Store; sections: readonly Section[]; onClose: () => void };
type Choice = { sections: Section[]; storeIds: string[] };

/** The queries of all pages that show one of the settings. */
const CHANGES = [
  ['desk'],
  ['taxes'],
  ['jurisdictions'],
  ['shipping-zones'],
  ['mail-templates'],
  ['legal-texts'],
  ['tiles'],
  ['journal'],
  ['journal-settings'],
  ['history'],
];

const storesWith = (copied: Copied, outcome: 'changed' | 'refused'): number =>
  copied.stores.filter(({ sections }) => sections.some(one => one.outcome === outcome)).length;

/** Shows first what would change where; then the same call changes it. */
function useCopy(store: Store, onClose: () => void) {
  const t = useT();
  const api = useApi();
  const send = ({ sections, storeIds }: Choice, isDryRun: boolean): Promise<Copied> =>
    answer(
      api.POST('/stores/{store}/copy-settings/', {
        params: { path: { store: store.id } },
        body: { sections, store_ids: storeIds, dry_run: isDryRun },
      }),
    );
  const preview = useAction((choice: Choice) => send(choice, true), {
    changes: [],
    quiet: true,
  });
  const copy = useAction((choice: Choice) => send(choice, false), {
    changes: CHANGES,
    done: copied => t('copy.done', { count: storesWith(copied, 'changed') }),
    onDone: onClose,
    quiet: true,
  });
  return { preview, copy };
}

export function CopyDialog({ store, sections, onClose }: Props): ReactNode {
  const t = useT();
  const { may, stores } = useDesk();
  const [choice, setChoice] = useState<Choice>({ sections: [...sections], storeIds: [] });
  const { preview, copy } = useCopy(store, onClose);
  const change = (next: Partial<Choice>): void => {
    setChoice({ ...choice, ...next });
    preview.reset();
    copy.reset();
  };
  const planned = preview.data;
  const changed = planned === undefined ? 0 : storesWith(planned, 'changed');
  const isChosen = choice.sections.length > 0 && choice.storeIds.length > 0;
  const offered = SECTIONS.filter(name => may(NEEDS[name] ?? 'store.settings'));
  return (
    <FormDialog
      title={t('copy.title', { name: store.name })}
      size="lg"
      submit={planned === undefined ? t('copy.preview') : t('copy.submit', { count: changed })}
      isReady={planned === undefined ? isChosen : changed > 0}
      isOpen
      onClose={onClose}
      onSubmit={() => (planned === undefined ? preview : copy).mutate(choice)}
      isBusy={preview.isPending || copy.isPending}
      error={copy.error ?? preview.error}
    >
      <Text size="sm">{t('copy.text')}</Text>
      <Checkbox.Group
        label={t('copy.sections')}
        value={choice.sections}
        onChange={names => change({ sections: names as Section[] })}
      >
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="xs" mt={6}>
          {offered.map(name => (
            <Checkbox key={name} value={name} label={t(`copy.section.${name}`)} />
          ))}
        </SimpleGrid>
      </Checkbox.Group>
      <StoresSelect
        label={t('copy.stores')}
        stores={stores.filter(({ id }) => id !== store.id)}
        value={choice.storeIds}
        onChange={storeIds => change({ storeIds })}
      />
      {planned !== undefined && <CopyPreview copied={planned} />}
    </FormDialog>
  );
}
