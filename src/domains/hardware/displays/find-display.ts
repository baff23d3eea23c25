import type { FastifyRequest } from 'fastify';
import type { Reader } from '../../../platform/database/tx.js';
import { unauthenticated } from '../../../platform/http/failure.js';
import { hashToken } from '../../people/index.js';
import { type Display, displayWithToken } from './display-repository.js';

const SCHEME = /^bearer +([A-Za-z0-9_-]{20,128}) *$/i;
const TOKEN = /^[A-Za-z0-9_-]{20,128}$/;

/** The display with this token; undefined without a pairing. */
export const findDisplay = async (reader: Reader, token: string): Promise<Display | undefined> =>
  TOKEN.test(token) ? displayWithToken(reader, hashToken(token)) : undefined;

/** The display that sent the request; throws 401 if it is not paired. */
export async function displayOf(reader: Reader, request: FastifyRequest): Promise<Display> {
  const token = SCHEME.exec(request.headers.authorization ?? '')?.[1] ?? '';
  const display = await findDisplay(reader, token);
  if (display === undefined) {
    throw unauthenticated('This display is not paired with a till.', 'DISPLAY_NOT_PAIRED');
  }
  return display;
}
