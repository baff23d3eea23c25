import { type Reader, statement } from '../../platform/database/tx.js';
import { isUuid } from '../../platform/ids.js';
import type { Sale } from './repository.js';

/** The names of the people behind a sale; null for nobody and for erased people. */
export type SalePeople = {
  employee: string | null;
  customer: string | null;
  /** Who decided each approval, by the id of the request. */
  approvers: Record<string, string | null>;
};

const NAME = `nullif(trim(concat_ws(' ', u.first_name, u.last_name)), '')`;

export async function peopleOfSale(
  reader: Reader,
  sale: Pick<Sale, 'employee_id' | 'customer_id' | 'adjustments'>,
): Promise<SalePeople> {
  const requests = sale.adjustments
    .map(({ approval_request_id: id }) => id ?? '')
    .filter(id => isUuid(id));
  const [people] = await statement<SalePeople>(
    reader,
    `select (select ${NAME} from users u where u.id = $1) as employee,
       (select ${NAME} from users u where u.id = $2) as customer,
       (select coalesce(jsonb_object_agg(a.id, ${NAME}), '{}')
        from approvals a join users u on u.id = a.decided_by
        where a.id = any($3::uuid[])) as approvers`,
    [sale.employee_id, sale.customer_id, requests],
  );
  if (people === undefined) throw new Error('the names of a sale were not read');
  return people;
}
