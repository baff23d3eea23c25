export { freePort } from '../../tools/support/free-port.js';
