import { expectTypeOf, it } from 'vitest';
import { insertOperation } from '../../src/domains/drawer/repository.js';
import { insertSale } from '../../src/domains/transactions/ring-up/new-sale-repository.js';
import {
  type Autocommit,
  atomically,
  type Db,
  type Reader,
  type Tx,
} from '../../src/platform/database/tx.js';

// Never called: `npm run types` reports each line below that the compiler does not refuse.
function refused(db: Db, tx: Tx, reader: Reader, writer: Autocommit): unknown[] {
  type Operation = Parameters<typeof insertOperation>[1];
  type Sale = Parameters<typeof insertSale>;
  const operation = {} as Operation;
  const sale = [] as unknown as [Sale[1], Sale[2]];
  return [
    insertOperation(tx, operation),
    // @ts-expect-error A writer that takes `Tx` needs a transaction.
    insertOperation(db, operation),
    // @ts-expect-error A single-statement writer may run outside a transaction, so it is no `Tx`.
    insertOperation(writer, operation),
    // @ts-expect-error A reader writes nothing.
    insertOperation(reader, operation),
    insertSale(db, ...sale),
    insertSale(tx, ...sale),
    // @ts-expect-error A reader writes nothing, not even in one statement.
    insertSale(reader, ...sale),
    // @ts-expect-error A reader has no builder for writes.
    reader.insertInto('drawer_operations'),
    // @ts-expect-error Only `Db` opens a transaction.
    atomically(writer, async () => undefined),
  ];
}

it('refuses a database in place of a transaction, and a reader in place of a writer', () => {
  expectTypeOf(refused).toBeFunction();
  expectTypeOf<Tx>().toExtend<Autocommit>();
  expectTypeOf<Db>().toExtend<Autocommit>();
  expectTypeOf<Autocommit>().toExtend<Reader>();
  expectTypeOf<Db>().not.toExtend<Tx>();
  expectTypeOf<Reader>().not.toExtend<Autocommit>();
});
