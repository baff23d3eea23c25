import { Button, Stack, Textarea, TextInput } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi } from '../../shared/api/index.js';
import { Failed } from '../../shared/components/states.js';
import { Dialog } from '../parts/till-dialog.js';
import { saveLabels } from '../state/labels.js';
import { sale } from '../state/sale.js';
import { useT } from '../texts/index.js';

/** Who collects the goods, and a note; both are printed on the receipt. */
export default function LabelsDialog({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { basket } = sale.get();
  const [pickupName, setName] = useState(basket.pickupName ?? '');
  const [note, setNote] = useState(basket.note ?? '');
  const save = useMutation({
    mutationFn: () => saveLabels(api, { pickupName: pickupName.trim(), note: note.trim() }),
    onSuccess: onClose,
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate();
  };
  return (
    <Dialog onClose={onClose} title={t('labels.title')}>
      <form onSubmit={submit}>
        <Stack>
          <TextInput
            label={t('labels.name')}
            size="lg"
            maxLength={100}
            value={pickupName}
            onChange={event => setName(event.currentTarget.value)}
            data-autofocus
          />
          <Textarea
            label={t('labels.note')}
            description={t('labels.printed')}
            size="lg"
            maxLength={500}
            autosize
            minRows={2}
            value={note}
            onChange={event => setNote(event.currentTarget.value)}
          />
          {save.error !== null && <Failed error={save.error} />}
          <Button type="submit" size="lg" loading={save.isPending}>
            {t('labels.save')}
          </Button>
        </Stack>
      </form>
    </Dialog>
  );
}
