import { buildService } from './build.mjs';

await buildService();
await import('../dist/explain.js');
