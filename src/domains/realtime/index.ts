import type { Domain } from '../domain.js';
import { startDisplayHub } from './display-hub.js';
import { startHub } from './hub.js';
import { routes } from './routes.js';

export {
  CatalogFrame,
  ErrorFrame,
  eventFrame,
  HelloFrame,
  liveDataOf,
  PingMessage,
  PongFrame,
  ResetFrame,
  ResumeMessage,
} from './schemas.js';

/** Live events over WebSocket. No other domain imports it. */
export const realtime: Domain = {
  name: 'realtime',
  routes: { socket: routes },
  start: async platform => {
    const stops = [await startHub(platform), await startDisplayHub(platform)];
    return async () => {
      await Promise.all(stops.map(stop => stop()));
    };
  },
};
