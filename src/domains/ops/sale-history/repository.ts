import { type Reader, statement } from '../../../platform/database/tx.js';

export const STEP_KINDS = [
  'created',
  'quote_accepted',
  'layaway_opened',
  'customer_reminded',
  'layaway_expired',
  'approval',
  'discount',
  'payment',
  'completed',
  'fulfillment',
  'parcel',
  'handed_over',
  'return_opened',
  'return_completed',
  'refund_opened',
  'refund_paid',
  'refund_given_up',
  'voided',
  'mail',
] as const;
export type StepKind = (typeof STEP_KINDS)[number];

export type Step = {
  at: Date;
  kind: StepKind;
  status: string | null;
  amount: string | null;
  /** Name or number of what the step is about: the payment method, the return, the purpose. */
  subject: string | null;
  reason: string | null;
  person: string | null;
  /** Set for steps of the kind `mail`, whose `subject` is the purpose. */
  mail_id: string | null;
};

const NAME = `nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`;
const MAX_STEPS = 500;

/** $1 is the id of the sale, $2 its number, $3 when it was created. */
const SOURCES = [
  `select v.at, v.kind, null::text as status, v.amount, null::text as subject, v.reason, v.person_id
   from transactions t cross join lateral (values
     (t.created_at, 'created', t.total_amount, nullif(t.note, ''), t.employee_id),
     (t.completed_at, 'completed', t.total_paid, null, null),
     (t.voided_at, 'voided', t.total_amount, t.void_reason, t.voided_by)
   ) as v (at, kind, amount, reason, person_id) where t.id = $1`,
  `select a.created_at, 'discount', a.kind, a.amount, a.code, a.reason, a.actor
   from transaction_adjustments a where a.transaction_id = $1`,
  `select coalesce(a.decided_at, a.created_at), 'approval', a.status, a.amount, a.request_type,
     a.reason, a.decided_by
   from approvals a where a.id in (select approval_request_id from transaction_adjustments
       where transaction_id = $1)
     or a.consumed_at >= $3::timestamptz - interval '1 minute' and position($2::text in a.consumed_for) > 0`,
  `select q.accepted_at, 'quote_accepted', null, null, q.number, null, null
   from quotes q where q.transaction_id = $1`,
  `select v.at, v.kind, null, null, null, null, null
   from layaways l cross join lateral (values (l.created_at, 'layaway_opened'),
     (l.reminded_at, 'customer_reminded'), (l.expired_at, 'layaway_expired')) as v (at, kind)
   where l.transaction_id = $1`,
  `select coalesce(p.processed_at, p.created_at), 'payment', p.status, p.amount + p.rounding + p.tip, m.name,
     p.failure_code, p.operator_id
   from payments p join payment_methods m on m.id = p.payment_method_id
   where p.transaction_id = $1`,
  `select v.at, v.kind, v.status, r.amount + r.rounding + r.tip, r.refund_id, nullif(r.reason, ''), v.person_id
   from refunds r cross join lateral (values
     (r.created_at, 'refund_opened', r.status, r.requested_by),
     (r.processed_at, 'refund_paid', r.way, r.confirmed_by),
     (r.given_up_at, 'refund_given_up', null, null)) as v (at, kind, status, person_id)
   where r.transaction_id = $1`,
  `select v.at, v.kind, r.status, r.refund_amount, r.return_number, r.return_reason, v.person_id
   from returns r cross join lateral (values
     (r.created_at, 'return_opened', r.requested_by),
     (r.completed_at, 'return_completed', r.decided_by)) as v (at, kind, person_id)
   where r.transaction_id = $1`,
  `select v.at, v.kind, v.status, null, f.fulfillment_type, v.reason, v.person_id
   from fulfillments f cross join lateral (values
     (f.created_at, 'fulfillment', f.status, f.cancel_reason, null),
     (f.handed_over_at, 'handed_over', null, null, f.handed_over_by)
   ) as v (at, kind, status, reason, person_id) where f.transaction_id = $1`,
  `select coalesce(s.shipped_at, s.created_at), 'parcel', s.status, null,
     trim(s.carrier_name || ' ' || s.tracking_number), null, null
   from shipments s join fulfillments f on f.id = s.fulfillment_id where f.transaction_id = $1`,
];

/** Mails of earlier releases name no sale: those of the first weeks are found by its number. */
const MAILS = `
  select m.* from mails m where m.transaction_id = $1 and m.store_id = $4
    and m.id >= uuid_floor($3::timestamptz - interval '1 minute')
  union all
  select m.* from mails m where m.transaction_id is null and m.store_id is null
    and m.id >= uuid_floor($3::timestamptz - interval '1 minute')
    and m.id < uuid_floor($3::timestamptz + interval '60 days')
    and (position($2::text in m.subject) > 0 or position($2::text in m.body_text) > 0)`;

const MAIL_STEPS = `
  select m.created_at, 'mail', case when m.sent_at is not null then 'sent'
      when m.refused_at is not null then 'refused' when m.parked_at is not null then 'failed'
      when m.due_at is not null then 'pending' end,
    null::numeric, m.purpose, m.error, null::uuid, m.id
  from (${MAILS}) as m`;

/** The casts give the columns of all sources one type; a bare null is text. */
const ALL = [
  ...SOURCES.map(
    source => `select at, kind, status::text, amount::numeric, subject::text, reason::text,
      person_id::uuid, null::uuid as mail_id
    from (${source}) as one (at, kind, status, amount, subject, reason, person_id)`,
  ),
  MAIL_STEPS,
].join(' union all ');

/** Everything that happened to a sale according to its records, oldest first. */
export const stepsOf = (
  reader: Reader,
  sale: { id: string; transaction_number: string; created_at: Date; store_id: string },
): Promise<Step[]> =>
  statement(
    reader,
    `select step.at, step.kind, step.status, amount_text(step.amount) as amount, step.subject,
       step.reason, ${NAME} as person, step.mail_id
     from (${ALL}) as step
       left join users u on u.id = step.person_id
     where step.at is not null order by step.at, step.kind limit ${MAX_STEPS}`,
    [sale.id, sale.transaction_number, sale.created_at, sale.store_id],
  );
