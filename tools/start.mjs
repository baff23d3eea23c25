import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildService, isWebCurrent } from './build.mjs';
import { requirePort } from './require-port.mjs';

await requirePort();
await buildService(() => console.log('Building the service …'));
// In a separate process, so that the bundler's memory and helpers do not stay in the service.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const wantsScreens = !process.argv.includes('--no-screens') && !isWebCurrent();
if (wantsScreens) console.log('Building the screens; this takes up to a minute …');
if (wantsScreens && spawnSync(process.execPath, [build], { stdio: 'inherit' }).status !== 0) {
  console.error('The screens could not be built; starting the service without them.');
}
// npm forwards a signal to its shell, but the shell does not forward it: stop when the parent ends.
if (process.env.npm_lifecycle_event === 'start') {
  const parent = process.ppid;
  const watch = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(watch);
    process.kill(process.pid, 'SIGTERM');
  }, 500).unref();
}
process.setSourceMapsEnabled(true);
await import('../dist/main.js');
