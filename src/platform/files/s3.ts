import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { AwsClient } from 'aws4fetch';
import type { FileStore } from './file-store.js';

export type S3Settings = {
  /** Such as `https://s3.eu-central-1.amazonaws.com`. */
  endpoint: string;
  region: string;
  bucket: string;
  accessKey: string;
  secretKey: string;
};

const TIMEOUT_MS = 20_000;
/** Besides the first attempt, after errors of the server. */
const RETRIES = 2;

/** A bucket of any store with the S3 API; the bucket is part of the path, which all of them know. */
export function createS3Store(settings: S3Settings): FileStore {
  const client = new AwsClient({
    accessKeyId: settings.accessKey,
    secretAccessKey: settings.secretKey,
    region: settings.region,
    service: 's3',
    retries: RETRIES,
  });
  const bucket = `${settings.endpoint.replace(/\/+$/, '')}/${settings.bucket}`;

  const call = async (method: string, path: string, body?: Buffer): Promise<Response> => {
    const answer = await client.fetch(`${bucket}${path}`, {
      method,
      body: body && new Uint8Array(body),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    if (answer.ok || answer.status === 404) return answer;
    await answer.body?.cancel();
    throw new Error(`The file store answered ${answer.status} to ${method}.`);
  };

  return {
    put: async (name, content) => {
      const answer = await call('PUT', `/${name}`, content);
      await answer.body?.cancel();
      if (!answer.ok) throw new Error(`The bucket ${settings.bucket} does not exist.`);
    },
    open: async name => {
      const answer = await call('GET', `/${name}`);
      if (!answer.ok || answer.body === null) {
        await answer.body?.cancel();
        return undefined;
      }
      const bytes = Number(answer.headers.get('content-length') ?? 0);
      return { bytes, content: Readable.fromWeb(answer.body as ReadableStream) };
    },
    remove: async names => {
      for (const name of names) await (await call('DELETE', `/${name}`)).body?.cancel();
    },
    list: async function* () {
      let next: string | undefined = '';
      while (next !== undefined) {
        const from: string = next === '' ? '' : `&continuation-token=${encodeURIComponent(next)}`;
        const text = await (await call('GET', `/?list-type=2${from}`)).text();
        yield* filesIn(text);
        next = textIn(text, 'NextContinuationToken');
      }
    },
  };
}

/** The names of files need no unescaping: they have no character that XML escapes. */
const textIn = (xml: string, name: string): string | undefined =>
  new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];

function* filesIn(xml: string): Generator<{ name: string; writtenAt: Date }> {
  for (const entry of xml.split('<Contents>').slice(1)) {
    const name = textIn(entry, 'Key');
    const writtenAt = textIn(entry, 'LastModified');
    if (name !== undefined && writtenAt !== undefined)
      yield { name, writtenAt: new Date(writtenAt) };
  }
}
