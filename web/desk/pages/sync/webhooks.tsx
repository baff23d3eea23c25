import { Button, Drawer, Group, Text } from '@mantine/core';
import { IconPlus, IconWebhook } from '@tabler/icons-react';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty } from '../../../shared/components/states.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { ConfirmButton } from '../../parts/confirm-button.js';
import { type Column, PagedTable } from '../../parts/data-table.js';
import { DeleteButton } from '../../parts/delete-button.js';
import { History } from '../../parts/history/index.js';
import { Panel } from '../../parts/page.js';
import { SecretDialog } from '../../parts/secret-dialog.js';
import { StatusTag, Tag } from '../../parts/tag.js';
import { useAction } from '../../state/use-action.js';
import { usePages } from '../../state/use-pages.js';
import { useT } from '../../texts/index.js';
import type { Endpoint } from '../../types.js';
import { type Delivery, DeliveryDialog } from './delivery-dialog.js';
import { EndpointForm } from './endpoint-form.js';

export function Webhooks(): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [opened, setOpened] = useState<Endpoint>();
  const [edited, setEdited] = useState<Endpoint | 'new'>();
  const pages = usePages(['hooks'], cursor =>
    api.GET('/webhook-endpoints/', { params: { query: { cursor, etags: true } } }),
  );
  const columns: Column<Endpoint>[] = [
    { head: t('hooks.address'), cell: one => one.url },
    { head: t('hooks.events'), from: 'md', cell: one => <Events endpoint={one} /> },
    { head: t('list.status'), cell: one => <EndpointTag endpoint={one} /> },
    {
      head: t('hooks.failures'),
      isFigure: true,
      from: 'xs',
      cell: one => format.number(one.failures_in_row),
    },
  ];
  return (
    <Panel isFlush>
      <Group justify="flex-end" p="md">
        <Button leftSection={<IconPlus size={16} />} onClick={() => setEdited('new')}>
          {t('hooks.new')}
        </Button>
      </Group>
      <PagedTable
        label={t('hooks.title')}
        pages={pages}
        columns={columns}
        keyOf={one => one.id}
        onOpen={setOpened}
        empty={
          <Empty
            icon={<IconWebhook size={28} />}
            title={t('hooks.none')}
            text={t('hooks.none.text')}
          />
        }
      />
      <Drawer
        opened={opened !== undefined}
        onClose={() => setOpened(undefined)}
        position="right"
        size="lg"
        title={t('hooks.deliveries')}
        closeButtonProps={{ 'aria-label': t('app.close') }}
      >
        {opened && (
          <>
            <EndpointActions
              endpoint={opened}
              onEdit={() => {
                setEdited(opened);
                setOpened(undefined);
              }}
              onDeleted={() => setOpened(undefined)}
            />
            <Deliveries endpoint={opened} />
            <History type="webhook-endpoints" id={opened.id} />
          </>
        )}
      </Drawer>
      {edited !== undefined && (
        <EndpointForm
          endpoint={edited === 'new' ? undefined : edited}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Panel>
  );
}

function EndpointActions(props: {
  endpoint: Endpoint;
  onEdit: () => void;
  onDeleted: () => void;
}): ReactNode {
  const t = useT();
  const api = useApi();
  const { endpoint, onEdit, onDeleted } = props;
  const [secret, setSecret] = useState<string>();
  const params = { path: { id: endpoint.id } };
  const rotate = async (): Promise<void> => {
    const made = await answer(api.POST('/webhook-endpoints/{id}/rotate-secret/', { params }));
    setSecret(made.secret);
  };
  return (
    <Group gap="xs" mb="sm">
      <Button size="xs" variant="default" onClick={onEdit}>
        {t('hooks.edit')}
      </Button>
      <ConfirmButton
        label={t('hooks.rotate')}
        subject={endpoint.url}
        title={t('hooks.rotate.title')}
        text={t('hooks.rotate.text')}
        size="xs"
        run={rotate}
        changes={[['hooks']]}
        done={t('hooks.rotated')}
      />
      <DeleteButton
        name={endpoint.url}
        text={t('hooks.delete')}
        size="xs"
        run={() => answer(api.DELETE('/webhook-endpoints/{id}/', { params }))}
        changes={[['hooks']]}
        onDone={onDeleted}
      />
      {secret !== undefined && (
        <SecretDialog
          title={t('hooks.secret')}
          text={t('hooks.secret.text')}
          secret={secret}
          onClose={() => setSecret(undefined)}
        />
      )}
    </Group>
  );
}

function Events({ endpoint }: { endpoint: Endpoint }): ReactNode {
  return (
    <Text size="sm" maw={280} truncate>
      {endpoint.events.join(', ')}
    </Text>
  );
}

function EndpointTag({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useT();
  if (!endpoint.is_active) return <Tag tone="bad">{t('hooks.off')}</Tag>;
  if (endpoint.failures_in_row > 0) return <Tag tone="warn">{t('hooks.failing')}</Tag>;
  return <Tag tone="good">{t('status.active')}</Tag>;
}

function Deliveries({ endpoint }: { endpoint: Endpoint }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [opened, setOpened] = useState<Delivery>();
  const path = { id: endpoint.id };
  const pages = usePages(['hooks', endpoint.id], cursor =>
    api.GET('/webhook-endpoints/{id}/deliveries/', { params: { path, query: { cursor } } }),
  );
  const test = useAction(
    () => answer(api.POST('/webhook-endpoints/{id}/test/', { params: { path } })),
    { changes: [['hooks']], done: () => t('hooks.tested') },
  );
  const columns: Column<Delivery>[] = [
    {
      head: t('hooks.event'),
      cell: one => (
        <>
          <Text size="sm" fw={600}>
            {one.event}
          </Text>
          <Text size="xs" c="dimmed" lineClamp={1}>
            {[format.dateTime(one.created_at), one.error].filter(Boolean).join(' · ')}
          </Text>
        </>
      ),
    },
    { head: t('list.status'), cell: one => <StatusTag status={one.status} /> },
    {
      head: t('hooks.answer'),
      isFigure: true,
      from: 'xs',
      cell: one => one.response_status ?? '—',
    },
    {
      head: t('list.actions'),
      isFigure: true,
      cell: one => <Again endpoint={endpoint} delivery={one} />,
    },
  ];
  return (
    <>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Text size="sm" c="dimmed" truncate>
          {endpoint.url}
        </Text>
        <Button
          size="xs"
          variant="default"
          loading={test.isPending}
          onClick={() => test.mutate(undefined)}
        >
          {t('hooks.test')}
        </Button>
      </Group>
      <PagedTable
        label={t('hooks.deliveries')}
        pages={pages}
        columns={columns}
        keyOf={one => one.id}
        onOpen={setOpened}
        empty={<Empty icon={<IconWebhook size={28} />} title={t('hooks.deliveries.none')} />}
      />
      {opened !== undefined && (
        <DeliveryDialog
          endpointId={endpoint.id}
          delivery={opened}
          onClose={() => setOpened(undefined)}
        />
      )}
    </>
  );
}

function Again(props: { endpoint: Endpoint; delivery: Delivery }): ReactNode {
  const t = useT();
  const api = useApi();
  const { endpoint, delivery } = props;
  const again = useAction(
    () =>
      answer(
        api.POST('/webhook-endpoints/{id}/deliveries/{delivery_id}/redeliver/', {
          params: { path: { id: endpoint.id, delivery_id: delivery.id } },
        }),
      ),
    { changes: [['hooks']], done: () => t('hooks.resent') },
  );
  if (delivery.status === 'pending') return null;
  return (
    <Button
      size="compact-sm"
      variant="default"
      loading={again.isPending}
      aria-label={`${t('hooks.again')}: ${delivery.event}`}
      onClick={() => again.mutate(undefined)}
    >
      {t('hooks.again')}
    </Button>
  );
}
