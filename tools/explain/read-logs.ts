import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { createGunzip } from 'node:zlib';

/** A line of the service's log that belongs to a request about the sale. */
export type LogEntry = { at: Date; text: string; isTrouble: boolean };

type Line = {
  time?: number | string;
  level?: number;
  msg?: string;
  reqId?: string;
  trace_id?: string;
  method?: string;
  path?: string;
  status?: number;
  ms?: number;
  subject?: string;
  err?: { message?: string };
};

const WARNING = 40;

const open = (path: string): NodeJS.ReadableStream => {
  if (path === '-') return process.stdin;
  const file = createReadStream(path);
  return path.endsWith('.gz') ? file.pipe(createGunzip()) : file;
};

/** Lines of a file that are JSON; others, such as those of the start, are skipped. */
async function* linesOf(path: string): AsyncGenerator<Line> {
  for await (const text of createInterface({ input: open(path), crlfDelay: Infinity })) {
    if (!text.startsWith('{')) continue;
    try {
      yield JSON.parse(text) as Line;
    } catch {
      // A line cut off by a rotation.
    }
  }
}

const isAbout = ({ subject, path = '' }: Line, ids: readonly string[]): boolean =>
  ids.some(id => id === subject || path.includes(id));

/**
 * Every line of the requests about the sale: those that name one of its ids in their path or their
 * answer, and all other lines with the same request id. A line that comes before the one which names
 * the sale is found because the lines of a request are kept until its last one.
 */
export async function readLogs(
  paths: readonly string[],
  ids: readonly string[],
): Promise<LogEntry[]> {
  const found: Line[] = [];
  const unfinished = new Map<string, Line[]>();
  for (const path of paths) {
    for await (const line of linesOf(path)) {
      if (line.reqId === undefined) continue;
      const lines = [...(unfinished.get(line.reqId) ?? []), line];
      unfinished.set(line.reqId, lines);
      // The access line is the last one of a request.
      if (line.msg !== 'request') continue;
      unfinished.delete(line.reqId);
      if (lines.some(one => isAbout(one, ids))) found.push(...lines);
    }
  }
  // Without access lines (LOG_LEVEL=warn) no request has a last one.
  for (const lines of unfinished.values())
    if (lines.some(one => isAbout(one, ids))) found.push(...lines);
  return found.map(entryOf);
}

function entryOf(line: Line): LogEntry {
  const { method, path, status, ms, reqId, trace_id, msg, err, level = 0 } = line;
  const ids = `request ${reqId}${trace_id === undefined ? '' : `, trace ${trace_id}`}`;
  const what =
    method === undefined
      ? `${msg ?? ''}${err?.message === undefined ? '' : `: ${err.message}`}`
      : `${method} ${path} → ${status} in ${ms} ms`;
  return { at: new Date(line.time ?? 0), text: `${what}, ${ids}`, isTrouble: level >= WARNING };
}
