import { Alert, Button, Group, Paper, Select, Stack, Text, TextInput, Title } from '@mantine/core';
import { IconCheck, IconFileText, IconPrinter } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, type ReactNode, useState } from 'react';
import { useApi, useOnline } from '../../shared/api/index.js';
import { Empty, Failed } from '../../shared/components/states.js';
import { useFormat } from '../../shared/i18n/format.js';
import { MailForm } from '../parts/mail-form.js';
import { Dialog } from '../parts/till-dialog.js';
import type { Basket } from '../state/basket.js';
import { totalsFor } from '../state/basket-totals.js';
import { NO_GOODS, useCatalogue } from '../state/catalogue.js';
import { useIdempotencyKey } from '../state/idempotency-key.js';
import {
  mailQuote,
  matching,
  QUOTES,
  type Quote,
  quoteProblem,
  saveQuote,
  saveQuotePdf,
  sellQuote,
  useQuotes,
} from '../state/quotes.js';
import { clearGoods, isLocked, sale } from '../state/sale.js';
import type { Session } from '../state/session.js';
import { useT } from '../texts/index.js';

type Props = { session: Session; onClose: () => void; onPay: () => void };

const WEEKS = [1, 2, 4, 8] as const;

/** Saves the current sale as a quote, and makes an open quote the sale. */
export default function QuotesDialog({ session, onClose, onPay }: Props): ReactNode {
  const t = useT();
  const online = useOnline();
  const current = sale.use();
  const [made, setMade] = useState<Quote>();
  const [text, setText] = useState('');
  const list = (useQuotes(session.store.id).data ?? []).filter(({ id }) => id !== made?.id);
  const found = matching(list, text);
  const canSave = made === undefined && current.basket.lines.length > 0 && !isLocked(current);
  return (
    <Dialog onClose={onClose} title={t('quote.title')} size="lg">
      <Stack>
        {!online && <Text c="var(--app-warn-ink)">{t('quote.offline')}</Text>}
        {made !== undefined && <Made quote={made} />}
        {canSave && <SaveForm session={session} onMade={setMade} />}
        {list.length > 0 && (
          <>
            <Title order={3}>{t('quote.open')}</Title>
            <TextInput
              label={t('quote.find')}
              placeholder={t('quote.placeholder')}
              size="md"
              value={text}
              onChange={event => setText(event.currentTarget.value)}
            />
          </>
        )}
        {found.map(quote => (
          <QuoteCard key={quote.id} quote={quote} session={session} onPay={onPay} />
        ))}
        {found.length === 0 && !canSave && made === undefined && (
          <Empty
            icon={<IconFileText size={28} />}
            title={t(list.length > 0 ? 'quote.none.title' : 'quote.empty.title')}
            text={t(list.length > 0 ? 'quote.none.text' : 'quote.empty.text')}
          />
        )}
      </Stack>
    </Dialog>
  );
}

function SaveForm(props: { session: Session; onMade: (quote: Quote) => void }): ReactNode {
  const { store } = props.session;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { cents } = useFormat();
  const { basket } = sale.use();
  const [name, setName] = useState(basket.customer?.name ?? '');
  const [note, setNote] = useState(basket.note ?? '');
  const [weeks, setWeeks] = useState('2');
  const { key, renew, onError } = useIdempotencyKey();
  const save = useMutation({
    mutationFn: (offered: Basket) => {
      const fields = { store: store.id, name: name.trim(), note: note.trim() };
      return saveQuote(api, offered, { ...fields, days: Number(weeks) * 7 }, key);
    },
    onError,
    onSuccess: (quote, offered) => {
      props.onMade(quote);
      clearGoods(offered);
      void queries.invalidateQueries({ queryKey: QUOTES });
    },
  });
  const problem = quoteProblem(basket);
  if (problem !== null) return <Text>{t(`quote.needs.${problem}`)}</Text>;
  const change = (set: (text: string) => void) => (value: string) => {
    set(value);
    renew();
  };
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    save.mutate(basket);
  };
  return (
    <form onSubmit={submit}>
      <Stack>
        <Text>{t('quote.text', { total: cents(totalsFor(basket, store).totalMinor) })}</Text>
        <TextInput
          label={t('quote.name')}
          size="md"
          maxLength={200}
          value={name}
          onChange={event => change(setName)(event.currentTarget.value)}
          data-autofocus
        />
        <TextInput
          label={t('labels.note')}
          size="md"
          maxLength={500}
          value={note}
          onChange={event => change(setNote)(event.currentTarget.value)}
        />
        <Select
          label={t('quote.valid')}
          size="md"
          allowDeselect={false}
          value={weeks}
          onChange={value => change(setWeeks)(value ?? '2')}
          data={WEEKS.map(count => ({
            value: String(count),
            label: t('quote.weeks', { count }),
          }))}
        />
        {save.error !== null && <Failed error={save.error} />}
        <Button type="submit" size="lg" loading={save.isPending}>
          {t('quote.save')}
        </Button>
      </Stack>
    </form>
  );
}

/** The new quote: printed, or sent by mail. */
function Made({ quote }: { quote: Quote }): ReactNode {
  const t = useT();
  const api = useApi();
  const { money, date } = useFormat();
  return (
    <Stack>
      <Alert color="pine" variant="light" icon={<IconCheck />} role="status" data-testid="quoted">
        <Text fw={700}>{t('quote.saved', { number: quote.number })}</Text>
        <Text>
          {t('quote.until', { amount: money(quote.total_amount), date: date(quote.valid_until) })}
        </Text>
      </Alert>
      <PdfButton quote={quote} />
      <MailForm
        known={quote.email ?? ''}
        send={(to, key) => mailQuote(api, quote.id, to, key)}
        sentText={email => t('quote.mailed', { email })}
      />
    </Stack>
  );
}

function PdfButton({ quote }: { quote: Quote }): ReactNode {
  const t = useT();
  const api = useApi();
  const pdf = useMutation({ mutationFn: () => saveQuotePdf(api, quote) });
  return (
    <>
      <Button
        variant="default"
        size="md"
        leftSection={<IconPrinter size={18} />}
        loading={pdf.isPending}
        aria-label={`${t('quote.pdf')}: ${quote.number}`}
        onClick={() => pdf.mutate()}
      >
        {t('quote.pdf')}
      </Button>
      {pdf.error !== null && <Failed error={pdf.error} />}
    </>
  );
}

/** An open quote. Its sale is paid like any other, at the prices of the quote. */
function QuoteCard(props: { quote: Quote; session: Session; onPay: () => void }): ReactNode {
  const { quote, session, onPay } = props;
  const t = useT();
  const api = useApi();
  const queries = useQueryClient();
  const { money, date } = useFormat();
  const goods = useCatalogue().data?.goods ?? NO_GOODS;
  const sell = useMutation({
    mutationFn: () => sellQuote(api, quote, session, goods),
    onSuccess: result => {
      if (result === 'taken') onPay();
    },
    onSettled: () => queries.invalidateQueries({ queryKey: QUOTES }),
  });
  const isRefused = sell.data === 'busy' || sell.data === 'ended';
  return (
    <Paper className="surface" p="md" data-testid={`quote-${quote.number}`}>
      <Group justify="space-between">
        <div style={{ flex: '1 1 220px', minWidth: 0 }}>
          <Text fw={700}>{[quote.number, quote.name].filter(Boolean).join(' · ')}</Text>
          <Text className="money">
            {t('quote.until', { amount: money(quote.total_amount), date: date(quote.valid_until) })}
          </Text>
          {quote.email !== null && (
            <Text size="sm" c="dimmed" truncate>
              {quote.email}
            </Text>
          )}
        </div>
        <Group gap="xs">
          <PdfButton quote={quote} />
          <Button size="md" loading={sell.isPending} onClick={() => sell.mutate()}>
            {t('quote.sell')}
          </Button>
        </Group>
      </Group>
      {isRefused && (
        <Text c="var(--mantine-color-error)" size="sm" role="alert">
          {t(sell.data === 'busy' ? 'open.busy' : 'open.ended')}
        </Text>
      )}
      {sell.error !== null && <Failed error={sell.error} />}
    </Paper>
  );
}
