import { Group, Select, Textarea, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { answer, newKey } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { FormDialog } from '../../parts/form-dialog.js';
import { StoreField } from '../../parts/store-field.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';

const PRIORITIES = ['low', 'medium', 'high'] as const;
type Priority = (typeof PRIORITIES)[number];

export function NewTask({ onClose }: { onClose: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { store } = useDesk();
  const [id] = useState(() => `TASK-${newKey().slice(0, 8).toUpperCase()}`);
  const [place, setPlace] = useState(store?.code);
  const [title, setTitle] = useState('');
  const [description, setDescription] = useState('');
  const [priority, setPriority] = useState<Priority>('medium');
  const [due, setDue] = useState('');
  const [assignee, setAssignee] = useState<string | null>(null);
  const create = useAction(
    () =>
      answer(
        api.POST('/tasks/', {
          body: {
            task_id: id,
            store: place ?? '',
            title,
            description,
            priority,
            due_date: due === '' ? null : due,
            assigned_to: assignee,
          },
        }),
      ),
    {
      changes: [['tasks']],
      done: () => t('tasks.created', { title }),
      onDone: onClose,
      quiet: true,
    },
  );
  return (
    <FormDialog
      title={t('tasks.new')}
      isOpen
      onClose={onClose}
      submit={t('tasks.create')}
      onSubmit={() => create.mutate(undefined)}
      isReady={title.trim() !== '' && place !== undefined}
      isBusy={create.isPending}
      error={create.error}
    >
      <StoreField value={place} onChange={setPlace} />
      <TextInput
        label={t('tasks.name')}
        data-autofocus
        required
        withAsterisk={false}
        value={title}
        onChange={event => setTitle(event.currentTarget.value)}
      />
      <Textarea
        label={t('tasks.description')}
        autosize
        minRows={2}
        value={description}
        onChange={event => setDescription(event.currentTarget.value)}
      />
      <Urgency priority={priority} onPriority={setPriority} due={due} onDue={setDue} />
      <Assignee store={place} value={assignee} onChange={setAssignee} />
    </FormDialog>
  );
}

function Urgency(props: {
  priority: Priority;
  onPriority: (priority: Priority) => void;
  due: string;
  onDue: (due: string) => void;
}): ReactNode {
  const { priority, onPriority, due, onDue } = props;
  const t = useT();
  return (
    <Group grow>
      <Select
        label={t('tasks.priority')}
        data={PRIORITIES.map(value => ({ value, label: t(`tasks.priority.${value}`) }))}
        value={priority}
        onChange={value => onPriority((value ?? priority) as Priority)}
        allowDeselect={false}
      />
      <TextInput
        type="date"
        label={t('tasks.due')}
        value={due}
        onChange={event => onDue(event.currentTarget.value)}
      />
    </Group>
  );
}

function Assignee(props: {
  store: string | undefined;
  value: string | null;
  onChange: (id: string | null) => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { may } = useDesk();
  const people = useQuery({
    queryKey: ['users', 'of', props.store],
    queryFn: () =>
      answer(
        api.GET('/users/', {
          params: { query: { staff: true, store: props.store, is_active: true, limit: 200 } },
        }),
      ),
    enabled: may('user.read') && props.store !== undefined,
  });
  if (!may('user.read')) return null;
  const staff = people.data ?? [];
  return (
    <Select
      label={t('tasks.assignee')}
      placeholder={t('tasks.nobody')}
      data={staff.map(person => ({ value: person.id, label: person.name }))}
      value={props.value}
      onChange={props.onChange}
      clearable
      searchable
      clearButtonProps={{ 'aria-label': t('list.clear') }}
    />
  );
}
