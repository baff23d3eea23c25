import { type Db, statement } from '../../src/platform/database/tx.js';
import { COUNTER } from './stage.js';

/** How often a statement ran; `isTop` if a client sent it, else it ran inside another one. */
export type StatementCount = { text: string; calls: number; isTop: boolean };

export const forgetStatements = (db: Db): Promise<unknown> =>
  statement(db, 'select pg_stat_statements_reset()');

/** All statements of the service since `forgetStatements`. */
export const statementCounts = (db: Db): Promise<StatementCount[]> =>
  statement<StatementCount>(
    db,
    `select regexp_replace(query, '\\s+', ' ', 'g') as text, toplevel as "isTop",
            sum(calls)::float8 as calls
     from pg_stat_statements
     where userid <> $1::text::regrole
       and dbid = (select oid from pg_database where datname = current_database())
     group by 1, 2 order by 3 desc, 1`,
    [COUNTER],
  );

/**
 * PostgreSQL checks a foreign key of a new row with a statement of this form, and counts the checks
 * of all tables as one statement.
 */
const FOREIGN_KEY = /^SELECT \$?\d+ FROM (?:ONLY )?"\w+"\."\w+" x WHERE .* FOR KEY SHARE OF x$/;

export const isForeignKeyCheck = ({ text, isTop }: StatementCount): boolean =>
  !isTop && FOREIGN_KEY.test(text);
