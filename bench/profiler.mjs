import { writeFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { join } from 'node:path';

/** Loaded into the measured service: SIGUSR2 starts a profile, a second SIGUSR2 writes it. */
const session = new Session();
session.connect();
session.post('Profiler.enable');
session.post('Profiler.setSamplingInterval', { interval: 200 });
let running = false;
process.on('SIGUSR2', () => {
  running = !running;
  if (running) return session.post('Profiler.start');
  session.post('Profiler.stop', (error, { profile }) => {
    if (error) throw error;
    writeFileSync(
      join(process.env.PROFILE_FOLDER ?? '.', 'service.cpuprofile'),
      JSON.stringify(profile),
    );
  });
});
