import type { Duplex } from 'node:stream';
import type pg from 'pg';

type Parser = (text: string) => unknown;

/** What the rows of a statement look like. No plan outlives a change of that. */
type Columns = {
  fields: pg.FieldDef[];
  parsers: Parser[];
  /** A row before its values, so that all rows have one shape. */
  blank: Record<string, null>;
};

/** What a connection has learned of the statements prepared on it, by their names. */
export type Learned = Map<string, Columns>;

/** A statement on its way, and who waits for its answer. */
export type Ask = {
  /** Unset: to be parsed and planned for this one time. */
  name: string | undefined;
  text: string;
  /** As the server reads them. */
  values: (string | Buffer | null)[];
  told: (error: Error | null, result?: pg.QueryResult) => void;
  /** For who has to know that it was this very statement, and not one beside it. */
  failed?: () => void;
};

/** The parts of the driver's connection that speak to the server. */
type Wire = {
  stream: Duplex;
  /** By name; the driver notes what the server confirms. */
  parsedStatements: Record<string, string>;
  parse(statement: { name: string | undefined; text: string }): void;
  bind(portal: { statement: string | undefined; values: unknown[] }): void;
  describe(what: { type: 'P' }): void;
  execute(portal: undefined): void;
  sync(): void;
};

const NO_COLUMNS: Columns = { fields: [], parsers: [], blank: {} };
/** "INSERT 0 3" for instance; the last figure counts rows. */
const TAG = /^([A-Z]+).*?(\d+)?$/;

/**
 * Statements that go to the server in one piece and are answered in one piece. It runs them in
 * their order, and none behind one that fails, so all of them share one outcome. What the rows of
 * a prepared statement look like is asked for once per connection.
 */
export class Batch {
  readonly #results: pg.QueryResult[] = [];
  #columns = NO_COLUMNS;
  #rows: Record<string, unknown>[] = [];
  #unreadable: Error | undefined;

  constructor(
    private readonly asks: readonly Ask[],
    private readonly learned: Learned,
    private readonly types: pg.CustomTypesConfig,
    /** Called when the connection is free for others. */
    private readonly done: () => void,
  ) {}

  /** The driver notes under this name what the server has parsed. */
  get name(): string | undefined {
    return this.asks[this.#results.length]?.name;
  }

  get text(): string | undefined {
    return this.asks[this.#results.length]?.text;
  }

  submit(wire: Wire): null {
    const parsing = new Set<string>();
    wire.stream.cork();
    for (const { name, text, values } of this.asks) {
      if (name === undefined || !(name in wire.parsedStatements || parsing.has(name))) {
        wire.parse({ name, text });
        if (name !== undefined) parsing.add(name);
      }
      wire.bind({ statement: name, values });
      if (name === undefined || !this.learned.has(name)) wire.describe({ type: 'P' });
      wire.execute(undefined);
    }
    wire.sync();
    wire.stream.uncork();
    this.#expect();
    return null;
  }

  /** Makes ready for the answer of the next statement. */
  #expect(): void {
    const { name } = this;
    this.#columns = (name !== undefined && this.learned.get(name)) || NO_COLUMNS;
    this.#rows = [];
  }

  handleRowDescription({ fields }: { fields: pg.FieldDef[] }): void {
    this.#columns = {
      fields,
      parsers: fields.map(({ dataTypeID }) => this.types.getTypeParser(dataTypeID, 'text')),
      blank: Object.fromEntries(fields.map(({ name }) => [name, null])),
    };
  }

  handleDataRow({ fields: cells }: { fields: (string | null)[] }): void {
    const { fields, parsers, blank } = this.#columns;
    const row: Record<string, unknown> = { ...blank };
    try {
      for (let at = 0; at < cells.length; at += 1) {
        const cell = cells[at] as string | null;
        row[(fields[at] as pg.FieldDef).name] =
          cell === null ? null : (parsers[at] as Parser)(cell);
      }
    } catch (error) {
      this.#unreadable ??= error as Error;
    }
    this.#rows.push(row);
  }

  handleCommandComplete({ text }: { text: string }): void {
    const [, command = '', count] = TAG.exec(text) ?? [];
    const { name } = this;
    if (name !== undefined) this.learned.set(name, this.#columns);
    this.#results.push({
      command,
      rowCount: count === undefined ? null : Number(count),
      oid: 0,
      fields: this.#columns.fields,
      rows: this.#rows,
    });
    this.#expect();
  }

  handleEmptyQuery(): void {
    this.handleCommandComplete({ text: '' });
  }

  /** Of one of the statements, of the commit behind the last one, or of the connection. */
  handleError(error: Error): void {
    this.asks[this.#results.length]?.failed?.();
    for (const { told } of this.asks) told(error);
    this.done();
  }

  /** Only now is what needs no transaction of its own committed. */
  handleReadyForQuery(): void {
    const unreadable = this.#unreadable ?? null;
    for (const [at, { told }] of this.asks.entries()) told(unreadable, this.#results[at]);
    this.done();
  }
}
