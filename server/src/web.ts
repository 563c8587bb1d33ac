/**
 * The process that serves pages for a `main.ts` that takes readings, where one installation is both: begun by
 * `kernel/web-process.ts`, told by messages what it serves, ended by a message or with the process that began it.
 */
import type { Base } from './app.base.ts';
import { openServer } from './app.ts';
import { furnish } from './demo/demo.furnish.ts';
import { systemClock } from './kernel/clock.ts';
import { openDatabase, requestLimits } from './kernel/db.ts';
import { guardProcess } from './kernel/last-resort.ts';
import { openListener } from './kernel/listen.ts';
import { openLog } from './kernel/log.ts';
import { receivePageMessage } from './kernel/page-relay.ts';
import { serverBehindFront } from './kernel/peer.ts';
import { runByClock } from './kernel/schedules.ts';
import { releaseStartMemory } from './kernel/shrink.ts';
import type { FromWeb, PagesSettings, ToWeb } from './kernel/web-process.messages.ts';

const send = (message: FromWeb): void => {
  if (process.connected) process.send?.(message);
};

/** Serves pages until it is told to stop. Gives what a message does. */
async function openPages({ config, socketPath, addresses, storage, furnishAt }: PagesSettings) {
  const log = openLog(config.logLevel);
  const base: Base = {
    config,
    clock: systemClock,
    log,
    database: openDatabase(config.databaseUrl, config.databasePool, log, requestLimits(config.databaseTimeoutMs)),
    listener: await openListener(config.databaseUrl, log, config.databaseTimeoutMs),
    storage,
    makeHttpServer: serverBehindFront,
  };
  const server = await openServer(base, { chooseSchedules: runByClock });
  Object.assign(server.addresses, addresses);
  releaseStartMemory();
  await server.app.listen({ path: socketPath });
  const pages = server.hub.relayedTo((namespace, room, isOpen) =>
    send({ kind: 'pages', message: { kind: 'room', namespace, room, isOpen } }),
  );
  const furnishing = new AbortController();
  const furnished = furnishAt === null ? null : furnishDemonstration(base, furnishAt, furnishing.signal);
  guardProcess(log, () => void close(1));
  async function close(code: number): Promise<void> {
    // Whatever hangs, the process ends.
    setTimeout(() => process.exit(code), 7_000).unref();
    furnishing.abort();
    await furnished;
    await server.close().catch((error) => log.error({ err: error }, 'not everything of the pages stopped cleanly'));
    process.exit(code);
  }
  return {
    close,
    receive(message: Exclude<ToWeb, { kind: 'open' | 'close' | 'ping' }>): void {
      if (message.kind === 'pages')
        receivePageMessage(message.message, pages, (answer) => send({ kind: 'pages', message: answer }));
      else
        void server.registry
          .getMetricsAsJSON()
          .then((figures) => send({ kind: 'figures', id: message.id, figures: figures as never }));
    },
  };
}

const furnishDemonstration = (base: Base, url: string, signal: AbortSignal) =>
  furnish(base, url, signal, (done, of) => {
    if (done === of)
      send({
        kind: 'print',
        line: '  The demonstration is furnished: people, pictures, documents, charts, an import.',
      });
  }).catch((error) => base.log.warn({ err: error }, 'the demonstration could not be furnished'));

/** Signals go to the whole group of a terminal; this process ends when the one that began it says so, or is gone. */
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);

let opened: Awaited<ReturnType<typeof openPages>> | null = null;
process.on('disconnect', () => (opened ? opened.close(0) : process.exit(0)));
process.on('message', (message: ToWeb) => {
  if (message.kind === 'ping') send({ kind: 'pong' });
  else if (message.kind === 'close') void (opened ? opened.close(0) : process.exit(0));
  else if (message.kind === 'open')
    openPages(message.settings).then(
      (pages) => {
        opened = pages;
        send({ kind: 'ready' });
      },
      (error: Error) => {
        send({ kind: 'failed', message: error.message });
        process.exit(1);
      },
    );
  else opened?.receive(message);
});
