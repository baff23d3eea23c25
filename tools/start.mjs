import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { buildService, isWebCurrent } from './build.mjs';

await buildService();
// In a process of its own, so that the bundler's memory and helpers do not stay with the service.
const build = fileURLToPath(new URL('build.mjs', import.meta.url));
const wantsScreens = !process.argv.includes('--no-screens') && !isWebCurrent();
if (wantsScreens && spawnSync(process.execPath, [build], { stdio: 'inherit' }).status !== 0) {
  console.error('The screens could not be built; the service starts without them.');
}
// npm passes a signal on to its shell, and the shell to nobody: when they are gone, so is the service.
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
