import { Button, Group } from '@mantine/core';
import { IconMailForward, IconPlus } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { Page, Panel } from '../../parts/page.js';
import { NameCell } from '../../parts/row.js';
import { Tag } from '../../parts/tag.js';
import { useDesk } from '../../state/desk.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { ReportSchedule } from '../../types.js';
import { ScheduleForm } from './schedule-form.js';
import { useWhen } from './use-when.js';

export default function ReportSchedules(): ReactNode {
  const t = useT();
  const api = useApi();
  const [edited, setEdited] = useState<ReportSchedule | 'new'>();
  const columns = useColumns(setEdited);
  const pages = usePages(['report-schedules'], cursor =>
    api.GET('/report-schedules/', { params: { query: { cursor, etags: true } } }),
  );
  return (
    <Page
      title={t('nav.schedules')}
      text={t('schedules.text')}
      actions={
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('schedules.new')}
        </Button>
      }
    >
      <Panel isFlush>
        <PagedTable
          label={t('nav.schedules')}
          pages={pages}
          columns={columns}
          keyOf={schedule => schedule.id}
          empty={
            <Empty
              icon={<IconMailForward size={28} />}
              title={t('schedules.none')}
              text={t('schedules.none.text')}
            />
          }
        />
      </Panel>
      {edited !== undefined && (
        <ScheduleForm
          schedule={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Page>
  );
}

function useColumns(onEdit: (schedule: ReportSchedule) => void): Column<ReportSchedule>[] {
  const t = useT();
  const format = useFormat();
  const when = useWhen();
  const { stores } = useDesk();
  const placeOf = ({ store }: ReportSchedule): string =>
    stores.find(({ code }) => code === store)?.name ?? store ?? t('store.all');
  return [
    {
      head: t('list.name'),
      cell: one => (
        <NameCell name={one.name} about={[t(`schedules.report.${one.report}`), placeOf(one)]} />
      ),
    },
    { head: t('schedules.when'), from: 'sm', cell: when },
    {
      head: t('schedules.recipients'),
      from: 'md',
      cell: one => [...one.recipients.map(({ name }) => name), ...one.other_recipients].join(', '),
    },
    {
      head: t('schedules.next'),
      from: 'lg',
      cell: one => (one.next_at === null ? '—' : format.dateTime(one.next_at)),
    },
    { head: t('list.status'), from: 'xs', cell: one => <ScheduleTag schedule={one} /> },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: one => <Actions schedule={one} onEdit={() => onEdit(one)} />,
    },
  ];
}

function ScheduleTag({ schedule }: { schedule: ReportSchedule }): ReactNode {
  const t = useT();
  if (!schedule.is_active) return <Tag tone="warn">{t('schedules.paused')}</Tag>;
  if (schedule.error !== null) return <Tag tone="bad">{t('schedules.failed')}</Tag>;
  return <Tag tone="good">{t('schedules.active')}</Tag>;
}

function Actions(props: { schedule: ReportSchedule; onEdit: () => void }): ReactNode {
  const t = useT();
  const api = useApi();
  const { schedule, onEdit } = props;
  const params = { path: { id: schedule.id } };
  const test = useAction(() => answer(api.POST('/report-schedules/{id}/test/', { params })), {
    changes: [],
    done: ({ sent_to: address }) => t('schedules.tested', { address }),
  });
  return (
    <Group gap="xs" justify="flex-end">
      <Button
        size="compact-sm"
        variant="default"
        loading={test.isPending}
        aria-label={`${t('schedules.test')}: ${schedule.name}`}
        onClick={() => test.mutate(undefined)}
      >
        {t('schedules.test')}
      </Button>
      <Button
        size="compact-sm"
        variant="default"
        aria-label={`${t('schedules.edit')}: ${schedule.name}`}
        onClick={onEdit}
      >
        {t('schedules.edit')}
      </Button>
      <DeleteButton
        name={schedule.name}
        text={t('schedules.delete')}
        size="compact-sm"
        run={() => answer(api.DELETE('/report-schedules/{id}/', { params }))}
        changes={[['report-schedules']]}
      />
    </Group>
  );
}
