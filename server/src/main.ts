/** Starts Plumbline, says what it does, and stops it cleanly. `npm start -- --no-demo` starts empty. */
import { join } from 'node:path';
import { type Installation, lineOf, openInstallation } from './installation.ts';
import { systemClock } from './kernel/clock.ts';
import type { EdgeConfig } from './kernel/config.edge.ts';
import { type Config, readConfig } from './kernel/config.ts';
import type { Logger } from './kernel/context.ts';
import { asFailure } from './kernel/failures.ts';
import { guardProcess } from './kernel/last-resort.ts';
import { openLog } from './kernel/log.ts';
import { runByClock } from './kernel/schedules.ts';
import { releaseStartMemory } from './kernel/shrink.ts';
import { version } from './kernel/version.ts';
import { WebProcess } from './kernel/web-process.ts';

const startedAt = performance.now();
/** More than the pages (8 s) and the database's last checkpoint on a busy disk (20 s) are given together. */
const stopMs = 40_000;
const print = (line: string) => process.stdout.write(`${line}\n`);

async function start() {
  const config = readConfig(process.env, process.argv.slice(2));
  const log = openLog(config.logLevel);
  print(`Plumbline ${version}`);
  if (config.edge) return startEdge(config, config.edge, log);
  // Begun first: it loads while the database starts.
  const web = config.pagesApart
    ? new WebProcess({ program: join(import.meta.dirname, 'web.ts'), log, print })
    : undefined;
  const installation = await openInstallation(config, {
    clock: systemClock,
    chooseSchedules: runByClock,
    log,
    print,
    ...(web && { web }),
  });
  stopOnSignals(log, installation.close, installation.postgres);
  releaseStartMemory();
  const seconds = ((performance.now() - startedAt) / 1000).toFixed(1);
  const { lines, url } = installation;
  // Last: whoever reads it may stop the server at once.
  print(['', ...lines, lineOf('Started in', `${seconds} s`), '', `Plumbline is ready at ${url}`].join('\n'));
}

/** A gateway at a site, without a database (edge/edge.ts). */
async function startEdge(config: Config, edge: EdgeConfig, log: Logger) {
  const { openEdge } = await import('./edge/edge.ts');
  const opened = await openEdge({ config, edge, clock: systemClock, log });
  stopOnSignals(log, () => opened.close(), null);
  const links = [
    opened.mqttPort !== null && `MQTT on port ${opened.mqttPort}`,
    config.mqttTls && `MQTT over TLS on port ${config.mqttTls.port}`,
    `HTTP on port ${opened.httpPort}`,
    opened.dialInPort !== 0 && `loggers that dial in on port ${opened.dialInPort}`,
    opened.dialInUdpPort !== 0 && `over UDP on port ${opened.dialInUdpPort}`,
  ];
  const lines = [
    lineOf('Edge of', edge.url),
    lineOf('Devices', links.filter(Boolean).join(', ')),
    lineOf('Data', join(config.dataDir, 'edge')),
    lineOf('Stop', 'Ctrl+C'),
  ];
  print(['', ...lines, '', 'Plumbline is ready as an edge'].join('\n'));
}

/** Stops the process when it is asked to, when nothing caught an error, and when its database ends. */
function stopOnSignals(log: Logger, close: () => Promise<void>, postgres: Installation['postgres']): void {
  let stopped = false;
  async function stop(why: string, code: number) {
    if (stopped) return;
    stopped = true;
    print(`\nStopping (${why}) ...`);
    // Whatever hangs, the process ends; the database ends with it.
    setTimeout(() => {
      print(`Not all has stopped in ${stopMs / 1000} s; ending all the same.`);
      process.exit(code || 1);
    }, stopMs).unref();
    await close();
    print('Stopped.');
    process.exit(code);
  }
  process.on('SIGINT', () => stop('Ctrl+C', 0));
  process.on('SIGTERM', () => stop('asked to', 0));
  process.on('SIGHUP', () => stop('terminal closed', 0));
  guardProcess(log, () => stop('an error that nothing caught', 1));
  void postgres?.ended.then((unasked) => (unasked ? stop('the database ended', 1) : undefined));
}

/** Says why Plumbline could not start, and ends. */
function giveUp(error: Error) {
  const full = asFailure(error)?.name === 'storageFull' ? 'the disk of the data is full. ' : '';
  process.stderr.write(`\nPlumbline could not start: ${full}${error.message}\n`);
  if (process.env['LOG_LEVEL'] === 'debug') process.stderr.write(`${error.stack}\n`);
  process.exit(1);
}

if (import.meta.main) start().catch(giveUp);
