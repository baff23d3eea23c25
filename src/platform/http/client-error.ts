import { STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { newId } from '../ids.js';
import { officeEnvelope } from './envelope.js';
import { Failure } from './failure.js';

type ClientError = Error & { code?: string };
type Answer = { status: number; code: string; message: string };

const MALFORMED: Answer = {
  status: 400,
  code: 'MALFORMED_REQUEST',
  message: 'This is not a valid HTTP request.',
};

const ANSWERS = new Map<string, Answer>([
  [
    'ERR_HTTP_REQUEST_TIMEOUT',
    { status: 408, code: 'REQUEST_TIMEOUT', message: 'The request did not arrive in time.' },
  ],
  [
    'HPE_HEADER_OVERFLOW',
    { status: 431, code: 'HEADERS_TOO_LARGE', message: 'The headers are too large.' },
  ],
]);

/**
 * Answers bytes that are no HTTP request, or that came too slowly, in the shape of any other error.
 * Logs the kind of error only: the error object carries the bytes that were sent.
 */
export function answerClientError(this: FastifyInstance, error: ClientError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || socket.destroyed) return;
  const { status, code, message } = ANSWERS.get(error.code ?? '') ?? MALFORMED;
  const requestId = newId();
  this.log.debug({ reqId: requestId, code: error.code, status }, 'malformed request');
  if (socket.writable) {
    const body = JSON.stringify(officeEnvelope.body(new Failure('invalid', code, message)));
    const head = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      `X-Request-Id: ${requestId}`,
      'X-Content-Type-Options: nosniff',
      'Connection: close',
    ];
    socket.write(`${head.join('\r\n')}\r\n\r\n${body}`);
  }
  socket.destroySoon();
}
