import type { Duplex } from 'node:stream';
import type pg from 'pg';

type Parser = (text: string) => unknown;

/** The columns of a statement's result. PostgreSQL rejects a plan whose columns have changed. */
type RowShape = {
  fields: pg.FieldDef[];
  parsers: Parser[];
  /** All columns set to null; each row starts as a copy, so that all rows share one hidden class. */
  blank: Record<string, null>;
};

/** The row shapes of the statements prepared on one connection, by statement name. */
export type RowShapes = Map<string, RowShape>;

/** A statement that waits to be sent, or for its result. */
export type PendingStatement = {
  /** Undefined: an unnamed statement, parsed and planned for this execution only. */
  name: string | undefined;
  text: string;
  /** Encoded for the wire. */
  values: (string | Buffer | null)[];
  callback: (error: Error | null, result?: pg.QueryResult) => void;
  /** Called only if this statement failed, not if another statement of its batch did. */
  onFailure?: () => void;
};

/** The part of the driver's connection that writes protocol messages. */
type Wire = {
  stream: Duplex;
  /** The text of each statement that the server has confirmed as parsed, by name. */
  parsedStatements: Record<string, string>;
  parse(statement: { name: string | undefined; text: string }): void;
  bind(portal: { statement: string | undefined; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(portal: undefined): void;
  sync(): void;
};

const NO_COLUMNS: RowShape = { fields: [], parsers: [], blank: {} };
/** For example "INSERT 0 3"; the last number is the row count. */
const COMMAND_TAG = /^([A-Z]+).*?(\d+)?$/;

/**
 * Sends several statements in one round trip. The extended query protocol takes Parse, Bind,
 * Describe and Execute for each statement; one Sync ends the batch. The server runs the statements
 * in order and skips the rest after an error, so all statements of a batch share one outcome.
 *
 * Parse is left out for a statement the connection has prepared already, and Describe for one whose
 * row shape is known. The driver treats the batch as one query and calls the `handle…` methods.
 */
export class Batch {
  readonly #results: pg.QueryResult[] = [];
  #rowShape = NO_COLUMNS;
  #rows: Record<string, unknown>[] = [];
  #parseError: Error | undefined;

  constructor(
    private readonly statements: readonly PendingStatement[],
    private readonly rowShapes: RowShapes,
    private readonly types: pg.CustomTypesConfig,
    /** Called when the connection can take the next batch. */
    private readonly done: () => void,
  ) {}

  /** The driver reads `name` and `text` on ParseComplete to fill `parsedStatements`. */
  get name(): string | undefined {
    return this.statements[this.#results.length]?.name;
  }

  get text(): string | undefined {
    return this.statements[this.#results.length]?.text;
  }

  submit(wire: Wire): null {
    const parsing = new Set<string>();
    wire.stream.cork();
    for (const { name, text, values } of this.statements) {
      if (name === undefined || !(name in wire.parsedStatements || parsing.has(name))) {
        wire.parse({ name, text });
        if (name !== undefined) parsing.add(name);
      }
      wire.bind({ statement: name, values });
      if (name === undefined || !this.rowShapes.has(name)) wire.describe({ type: 'P' });
      wire.execute(undefined);
    }
    wire.sync();
    wire.stream.uncork();
    this.#startResult();
    return null;
  }

  #startResult(): void {
    const { name } = this;
    this.#rowShape = (name !== undefined && this.rowShapes.get(name)) || NO_COLUMNS;
    this.#rows = [];
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#rowShape = {
      fields,
      parsers: fields.map(({ dataTypeID }) => this.types.getTypeParser(dataTypeID, 'text')),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields: cells }: { fields: (string | null)[] }): void {
    const { fields, parsers, blank } = this.#rowShape;
    const row: Record<string, unknown> = { ...blank };
    try {
      for (let at = 0; at < cells.length; at += 1) {
        const cell = cells[at] as string | null;
        row[(fields[at] as pg.FieldDef).name] =
          cell === null ? null : (parsers[at] as Parser)(cell);
      }
    } catch (error) {
      this.#parseError ??= error as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command = '', count] = COMMAND_TAG.exec(text) ?? [];
    const { name } = this;
    if (name !== undefined) this.rowShapes.set(name, this.#rowShape);
    this.#results.push({
      command,
      rowCount: count === undefined ? null : Number(count),
      oid: 0,
      fields: this.#rowShape.fields,
      rows: this.#rows,
    });
    this.#startResult();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** A statement failed, the commit at Sync failed, or the connection broke. */
  handleError(error: Error): void {
    this.statements[this.#results.length]?.onFailure?.();
    for (const { callback } of this.statements) callback(error);
    this.done();
  }

  /** Outside a transaction block the server commits at Sync, so results are final only now. */
  handleReadyForQuery(): void {
    const error = this.#parseError ?? null;
    for (const [at, { callback }] of this.statements.entries()) callback(error, this.#results[at]);
    this.done();
  }
}
