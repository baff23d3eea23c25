import { Alert, Badge, Button, Group, Paper, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck } from '@tabler/icons-react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { ApiError, answer, once, type Tillhouse } from '@tillhouse/client';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import type { ItemOf } from '../../shared/api/responses.js';
import { Empty, Failed, Show } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { KeptRecent } from '../parts/kept-recent.js';
import { VoidWays } from '../parts/refund-preview.js';
import { Refunds } from '../parts/refunds.js';
import { Dialog } from '../parts/till-dialog.js';
import type { Ask } from '../state/approval-ask.js';
import type { Refund } from '../state/calls.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import type { Session } from '../state/session.js';
import { minor } from '../state/till-money.js';
import { useT } from '../texts/index.js';
import { ApprovalDialog } from './approval.js';
import { Printed } from './receipt.js';

const SHOWN = 20;
const RECENT = ['recent-sales'];

type RecentSale = ItemOf<'/transactions/'>;

const listRecent = (api: Tillhouse, terminal: string): Promise<RecentSale[]> =>
  answer(api.GET('/transactions/', { params: { query: { terminal, limit: SHOWN } } }));

async function voidSale(
  api: Tillhouse,
  transactionId: string,
  body: { reason: string; approval_request_id?: string },
  key: string,
): Promise<Refund[]> {
  const path = '/transactions/{transactionId}/void/';
  const options = { params: { path: { transactionId } }, body, ...once(key) };
  const { payment_records } = await answer(api.POST(path, options));
  return payment_records.flatMap(({ refunds }) => refunds);
}

type Props = { session: Session; onReturn: (number: string) => void; onClose: () => void };

/** Without a connection, what the till has in its own journal. */
export default function RecentDialog(props: Props): ReactNode {
  const t = useT();
  const online = useOnline();
  const { session, onReturn, onClose } = props;
  return (
    <Dialog onClose={onClose} title={t('recent.title')} size="lg">
      {online ? (
        <RecentSales session={session} onReturn={onReturn} />
      ) : (
        <KeptRecent terminal={session.terminal} onReturn={onReturn} />
      )}
    </Dialog>
  );
}

/** The last sales of this till, with what a cashier does with one afterwards. */
function RecentSales(props: Omit<Props, 'onClose'>): ReactNode {
  const t = useT();
  const api = useApi();
  const { terminal } = props.session;
  const [printed, setPrinted] = useState<string>();
  const [voided, setVoided] = useState<RecentSale>();
  const sales = useQuery({
    queryKey: [...RECENT, terminal],
    queryFn: () => listRecent(api, terminal),
    staleTime: 0,
  });
  return printed !== undefined ? (
    <Stack>
      <Printed number={printed} />
      <Button variant="default" size="lg" onClick={() => setPrinted(undefined)}>
        {t('app.back')}
      </Button>
    </Stack>
  ) : voided !== undefined ? (
    <VoidForm sale={voided} onBack={() => setVoided(undefined)} />
  ) : (
    <Show
      query={sales}
      isEmpty={list => list.length === 0}
      empty={<Empty title={t('recent.none')} />}
    >
      {list => (
        <Stack gap="sm">
          {list.map(one => (
            <SaleCard
              key={one.transactionId}
              sale={one}
              onReceipt={() => setPrinted(one.transactionId)}
              onReturn={() => props.onReturn(one.transactionId)}
              onVoid={() => setVoided(one)}
            />
          ))}
        </Stack>
      )}
    </Show>
  );
}

function SaleCard(props: {
  sale: RecentSale;
  onReceipt: () => void;
  onReturn: () => void;
  onVoid: () => void;
}): ReactNode {
  const t = useT();
  const { money, dateTime } = useFormat();
  const { transactionId: number, status, totalAmount, created_at, employee_name } = props.sale;
  const isDone = status === 'completed';
  const isReturnable = isDone || status === 'partially_refunded';
  return (
    <Paper className="surface" p="md" data-testid={`recent-${number}`}>
      <Group justify="space-between" align="flex-start">
        <div>
          <Text fw={650} className="money">
            {money(totalAmount)}
          </Text>
          <Text size="sm" c="dimmed">
            {[number, dateTime(created_at), employee_name].filter(Boolean).join(' · ')}
          </Text>
          {!isDone && (
            <Badge variant="light" color="brass" c="var(--app-warn-ink)" tt="none">
              {t(`recent.status.${status}`)}
            </Badge>
          )}
        </div>
        <Group gap="xs">
          <Button variant="default" onClick={props.onReceipt}>
            {t('recent.receipt')}
          </Button>
          {isReturnable && (
            <Button variant="default" onClick={props.onReturn}>
              {t('recent.return')}
            </Button>
          )}
          {isDone && (
            <Button variant="default" onClick={props.onVoid}>
              {t('recent.void')}
            </Button>
          )}
        </Group>
      </Group>
    </Paper>
  );
}

/** Voids a paid sale; staff without the right ask for an approval. */
function VoidForm(props: { sale: RecentSale; onBack: () => void }): ReactNode {
  const { transactionId: number, totalAmount } = props.sale;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money } = useFormat();
  const [reason, setReason] = useState('');
  const [ask, setAsk] = useState<Ask>();
  const { key, onError } = useIdempotencyKey();
  const run = useMutation({
    mutationFn: (approval: string | undefined) => {
      const approved = approval === undefined ? {} : { approval_request_id: approval };
      // The approved request is another body, so it takes a key of its own.
      return voidSale(
        api,
        number,
        { reason: reason.trim(), ...approved },
        `${key}${approval ?? ''}`,
      );
    },
    onError: error => {
      onError(error);
      if (!isApprovalMissing(error)) return;
      setAsk({
        requestType: 'void',
        amountMinor: minor(totalAmount),
        reason: reason.trim(),
        details: { transaction_id: number },
        onApproved: approval => {
          setAsk(undefined);
          run.mutate(approval);
        },
      });
    },
    onSuccess: () => queries.invalidateQueries({ queryKey: RECENT }),
  });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    run.mutate(undefined);
  };
  if (ask !== undefined) return <ApprovalDialog ask={ask} onClose={() => setAsk(undefined)} />;
  if (run.data !== undefined) {
    return (
      <Stack>
        <Alert color="pine" variant="light" icon={<IconCheck />} role="status">
          {t('recent.voided', { number })}
        </Alert>
        <Refunds refunds={run.data} number={number} />
        <Button size="lg" onClick={props.onBack}>
          {t('app.back')}
        </Button>
      </Stack>
    );
  }
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t('recent.void.text', { number, amount: money(totalAmount) })}</Text>
        <VoidWays number={number} />
        <TextInput
          label={t('approval.reason')}
          size="md"
          value={reason}
          maxLength={500}
          onChange={event => setReason(event.currentTarget.value)}
          required
          withAsterisk={false}
          data-autofocus
        />
        {run.error !== null && !isApprovalMissing(run.error) && <Failed error={run.error} />}
        <Group grow>
          <Button variant="default" size="lg" onClick={props.onBack}>
            {t('app.back')}
          </Button>
          <Button type="submit" size="lg" color="red.8" loading={run.isPending}>
            {t('recent.void.go')}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}

const isApprovalMissing = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'APPROVAL_REQUIRED';
