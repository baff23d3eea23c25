import { buildService } from './build.mjs';

await buildService();
process.setSourceMapsEnabled(true);
await import('../dist/main.js');
