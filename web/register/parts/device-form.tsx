import { Button, Group, Stack } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { DeviceFields } from '../../shared/components/device-fields.js';
import { Failed } from '../../shared/components/states.js';
import { useI18n } from '../../shared/i18n/index.js';
import { fieldTexts } from '../../shared/i18n/refusals.js';
import { bodyOf, draftOf, NEW_DEVICE, type TillDevice } from '../../shared/till-devices.js';
import { useDeviceTexts } from '../texts/use-device-texts.js';

type Body = ReturnType<typeof bodyOf>;

/** Only what this form has changed, so that it overwrites nothing that the desk has changed meanwhile. */
const changesIn = (before: Body, after: Body): Partial<Body> =>
  Object.fromEntries(
    Object.entries(after).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(before[name as keyof Body]),
    ),
  );

const DEVICES = '/terminals/{terminal_id}/devices/';

/** A manager sets up a device of this till, or changes it, without a way to the desk. */
export function DeviceForm(props: {
  terminal: string;
  device?: TillDevice;
  onClose: () => void;
}): ReactNode {
  const { terminal, device, onClose } = props;
  const t = useDeviceTexts();
  const api = useApi();
  const queries = useQueryClient();
  const { language } = useI18n();
  const [draft, setDraft] = useState(device === undefined ? NEW_DEVICE : draftOf(device));
  const save = useMutation({
    mutationFn: async () => {
      const path = { terminal_id: terminal };
      if (device === undefined) {
        return answer(api.POST(DEVICES, { params: { path }, body: bodyOf(draft) }));
      }
      const body = changesIn(bodyOf(draftOf(device)), bodyOf(draft));
      if (Object.keys(body).length === 0) return device;
      const params = { path: { ...path, id: device.id } };
      return answer(api.PATCH(`${DEVICES}{id}/`, { params, body }));
    },
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: ['till-devices', terminal] });
      onClose();
    },
  });
  const errors = save.error instanceof ApiError ? fieldTexts(language, save.error) : {};
  const isAtField = Object.keys(errors).some(name => name in draft);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <form onSubmit={submit}>
      <Stack gap="xs">
        <DeviceFields
          draft={draft}
          set={changes => setDraft({ ...draft, ...changes })}
          errorOf={name => errors[name]}
          isNew={device === undefined}
        />
        {save.error !== null && !isAtField && <Failed error={save.error} />}
        <Group grow>
          <Button variant="default" onClick={onClose}>
            {t('cancel')}
          </Button>
          <Button type="submit" loading={save.isPending} disabled={draft.name.trim() === ''}>
            {t(device === undefined ? 'add' : 'save')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
