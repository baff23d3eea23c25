import { answer } from '@tillhouse/client';
import type { ReactNode } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { DeviceFields } from '../../../shared/components/device-fields.js';
import { bodyOf, draftOf, NEW_DEVICE } from '../../../shared/till-devices.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { useForm } from '../../state/use-form.js';
import { useT } from '../../texts/index.js';
import type { Till, TillDevice } from '../../types.js';

type Props = { till: Till; device?: TillDevice; onClose: () => void };

function useDeviceForm({ till, device, onClose }: Props) {
  const t = useT();
  const api = useApi();
  const terminal = encodeURIComponent(till.id);
  return useForm({
    start: () => (device === undefined ? NEW_DEVICE : draftOf(device)),
    record: device && {
      type: 'devices',
      id: device.id,
      path: `/terminals/${terminal}/devices/${device.id}/`,
      shown: device,
    },
    save: (draft, condition) => {
      const body = bodyOf(draft);
      const path = { terminal_id: till.id };
      if (device === undefined) {
        return answer(api.POST('/terminals/{terminal_id}/devices/', { params: { path }, body }));
      }
      return answer(
        api.PATCH('/terminals/{terminal_id}/devices/{id}/', {
          params: { path: { ...path, id: device.id } },
          body,
          ...condition,
        }),
      );
    },
    changes: [['till-devices', till.id]],
    done: ({ name }) => t(device === undefined ? 'hardware.added' : 'hardware.saved', { name }),
    onClose,
  });
}

/** Sets up a device at a till, or changes it. */
export function DeviceForm(props: Props): ReactNode {
  const { device } = props;
  const t = useT();
  const form = useDeviceForm(props);
  return (
    <FormDialog
      title={device?.name ?? t('hardware.new')}
      submit={t(device === undefined ? 'hardware.new' : 'app.save')}
      isReady={form.draft.name.trim() !== ''}
      {...form.dialog}
    >
      <DeviceFields
        draft={form.draft}
        set={form.set}
        errorOf={form.errorOf}
        isNew={device === undefined}
        hasBrowserDisplays
      />
    </FormDialog>
  );
}
