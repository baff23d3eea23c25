import { answer } from '@tillhouse/client';
import { useApi } from '../../../shared/api/index.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Store } from '../../types.js';
import { changesOf, draftOf } from './changes.js';

export type SettingsDraftForm = ReturnType<typeof useSettingsForm>;

export function useSettingsForm({ store, onClose }: { store: Store; onClose: () => void }) {
  const t = useT();
  const api = useApi();
  return useForm({
    start: () => draftOf(store),
    record: { type: 'stores', id: store.id, path: `/stores/${store.code}/`, shown: store },
    save: (draft, condition) => {
      const params = { path: { store: store.code } };
      const body = changesOf(store, draft);
      return answer(api.PATCH('/stores/{store}/', { params, body, ...condition }));
    },
    changes: [['desk'], ['taxes'], ['jurisdictions']],
    done: ({ name }) => t('settings.saved', { name }),
    onClose,
  });
}
