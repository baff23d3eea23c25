import { once } from 'node:events';
import pg from 'pg';

/** COPY methods of the driver's connection, missing in its types. */
type Connection = pg.Connection & {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
};

/** COPY … TO STDOUT; pauses the connection while `take` is busy. */
class CopyOut extends pg.Query {
  constructor(
    text: string,
    private readonly take: (rows: Buffer) => Promise<void> | undefined,
  ) {
    super(text);
  }

  handleCopyData({ chunk }: { chunk: Buffer }, { stream }: Connection): void {
    const busy = this.take(chunk);
    if (busy === undefined) return;
    stream.pause();
    busy.then(
      () => stream.resume(),
      error => stream.destroy(error),
    );
  }
}

class CopyIn extends pg.Query {
  #isOver = false;

  constructor(
    text: string,
    private readonly source: AsyncIterable<Buffer>,
  ) {
    super(text);
    this.once('error', () => {
      this.#isOver = true;
    });
  }

  handleCopyInResponse(connection: Connection): void {
    this.#send(connection).catch((error: Error) => connection.sendCopyFail(error.message));
  }

  async #send(connection: Connection): Promise<void> {
    for await (const chunk of this.source) {
      if (this.#isOver) return;
      connection.sendCopyFromChunk(chunk);
      if (connection.stream.writableNeedDrain) await once(connection.stream, 'drain');
    }
    if (!this.#isOver) connection.endCopyFrom();
  }
}

/** Resolves with the number of copied rows. */
function finished(query: pg.Query): Promise<number> {
  return new Promise((resolve, reject) => {
    query.once('error', reject);
    query.once('end', (result: pg.QueryResult) => resolve(result.rowCount ?? 0));
  });
}

export const copyOut = (
  client: pg.Client,
  text: string,
  take: (rows: Buffer) => Promise<void> | undefined,
): Promise<number> => finished(client.query(new CopyOut(text, take)));

export const copyIn = (
  client: pg.Client,
  text: string,
  rows: AsyncIterable<Buffer>,
): Promise<number> => finished(client.query(new CopyIn(text, rows)));
