import type { Domain } from '../domain.js';
import { startHub } from './hub.js';
import { routes } from './routes.js';

/** Live events over WebSocket. It listens to everybody; nobody imports it. */
export const realtime: Domain = { name: 'realtime', routes: { socket: routes }, start: startHub };
