import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { IconArrowBackUp } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { answer } from '@tillhouse/client';
import { type ReactNode, useState } from 'react';
import { useApi } from '../../../shared/api/index.js';
import { Empty, Show } from '../../../shared/components/states.js';
import { descriptionOf } from '../../../shared/description.js';
import { useFormat } from '../../../shared/i18n/format.js';
import { isOpenReturn } from '../../../shared/run-return.js';
import { StatusTag } from '../../parts/tag.js';
import { useAction } from '../../state/use-action.js';
import { useT } from '../../texts/index.js';
import type { Return, Sale } from '../../types.js';
import { ReceiveDialog } from './receive-dialog.js';

/** Returns of a sale; unfinished ones can be continued. */
export function Returns({ sale }: { sale: Sale }): ReactNode {
  const t = useT();
  const api = useApi();
  const returns = useQuery({
    queryKey: ['returns', sale.transactionId],
    queryFn: () =>
      answer(api.GET('/returns/', { params: { query: { transaction: sale.transactionId } } })),
  });
  return (
    <Show
      query={returns}
      empty={<Empty icon={<IconArrowBackUp size={28} />} title={t('returns.none')} />}
    >
      {list => (
        <Stack gap="sm">
          {list.map(one => (
            <ReturnCard key={one.id} sale={sale} one={one} />
          ))}
        </Stack>
      )}
    </Show>
  );
}

function ReturnCard({ sale, one }: { sale: Sale; one: Return }): ReactNode {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const [receiving, setReceiving] = useState<'all' | 'part'>();
  const changes = [['sale'], ['returns'], ['transactions']];
  const drop = useAction(
    () => answer(api.POST('/returns/{id}/cancel/', { params: { path: { id: one.id } } })),
    { changes },
  );
  return (
    <Paper className="surface" p="sm">
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={600}>
          {one.return_number}
        </Text>
        <Group gap="sm">
          <StatusTag status={one.status} />
          <Text size="sm" fw={600} className="money">
            {format.money(one.refund_amount)}
          </Text>
        </Group>
      </Group>
      {one.line_items.map(line => (
        <Text key={line.original_line_item} size="sm">
          {line.quantity} × {descriptionOf(line)}
        </Text>
      ))}
      {one.rest_return !== null && (
        <Text size="xs" c="dimmed">
          {t('returns.rest', { number: one.rest_return })}
        </Text>
      )}
      {isOpenReturn(one.status) && (
        <Group gap="xs" mt="sm">
          <Button size="xs" onClick={() => setReceiving('all')}>
            {t('returns.goOn')}
          </Button>
          {one.status !== 'received' && (
            <Button size="xs" variant="default" onClick={() => setReceiving('part')}>
              {t('returns.part')}
            </Button>
          )}
          {one.status === 'pending' && (
            <Button
              size="xs"
              variant="default"
              loading={drop.isPending}
              onClick={() => drop.mutate(undefined)}
            >
              {t('returns.drop')}
            </Button>
          )}
        </Group>
      )}
      {receiving !== undefined && (
        <ReceiveDialog
          sale={sale}
          announced={one}
          isPart={receiving === 'part'}
          onClose={() => setReceiving(undefined)}
        />
      )}
    </Paper>
  );
}
