/**
 * The gateway: where devices deliver. Links know transports; the pipeline is handed to them; nothing here knows what a
 * reading means. Opened in processes whose ROLES hold `gateway`.
 */
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../kernel/clock.ts';
import type { Config } from '../../kernel/config.ts';
import type { Logger } from '../../kernel/context.ts';
import { type Database, openDatabase } from '../../kernel/db.ts';
import { type Listener, onChange } from '../../kernel/listen.ts';
import { openDirectory } from '../../pipeline/bind.ts';
import { openPipeline, type Stored } from '../../pipeline/pipeline.ts';
import { openHttp } from './gateway.http.ts';
import { openLease } from './gateway.leases.ts';
import { openLedger } from './gateway.ledger.ts';
import { type MqttLink, openMqtt } from './gateway.mqtt.ts';
import { openPlans } from './gateway.plans.ts';
import { forgetConnections } from './gateway.table.ts';

/** How often devices that have not answered are looked for. */
const planAgainMs = 30_000;

export async function openGateway(
  app: FastifyInstance,
  {
    config,
    clock,
    log,
    database,
    listener,
  }: { config: Config; clock: Clock; log: Logger; database: Database; listener: Listener },
  tell: {
    onStored: (stored: readonly Stored[]) => void;
    onResponse: (sncode: string, text: string) => void;
    onConnection: (sncode: string, connected: boolean) => void;
  },
) {
  const directory = openDirectory(database.db, log);
  if (!config.cluster) await forgetConnections(database.db);
  let mqtt: MqttLink | null = null;
  const lease = await openLease(
    { db: database.db, clock, log },
    { held: () => mqtt?.held() ?? [], onLost: (sncode) => tell.onConnection(sncode, false) },
  );
  const ledger = openLedger({ db: database.db, clock, log, lease: lease.id });
  // Connections of its own: busy screens must not keep readings waiting.
  const own = openDatabase(config.databaseUrl!, 2, log);
  const pipeline = openPipeline({ pool: own.pool, db: database.db, clock, log, onStored: tell.onStored });
  const plans = openPlans(
    { db: database.db, clock, log },
    (sncode, payload) => mqtt?.command(sncode, payload) ?? false,
  );
  const planTimer = setInterval(() => void plans.again(mqtt?.held() ?? []), planAgainMs);
  onChange(listener, (change) => {
    directory.changed(change);
    if (change?.kind === 'device' && mqtt) recheck(mqtt, change.sncode);
  });
  /** A device whose secret changed, or that was removed, is let go; other changes leave it connected. */
  function recheck(link: MqttLink, sncode: string) {
    directory.device(sncode).then(
      (device) => link.keep(sncode, device?.secretHash ?? null),
      (error) => log.warn({ err: error, sncode }, 'a changed device could not be read'),
    );
  }
  listener.on('plumbline_command', (text) => {
    if (text === null) return;
    const { sncode, payload } = JSON.parse(text) as { sncode: string; payload: string | null };
    if (payload !== null) mqtt?.command(sncode, payload);
    else if (mqtt?.holds(sncode)) void plans.deliver(sncode);
  });
  openHttp(app, { directory, pipeline, ledger });
  if (config.mqttPort !== null || config.mqttTls !== null) {
    mqtt = await openMqtt({
      config,
      directory,
      pipeline,
      ledger,
      log,
      onResponse: (device, text) => {
        plans.answer(device.sncode, text);
        tell.onResponse(device.sncode, text);
      },
      onListening: (sncode) => void plans.deliver(sncode),
      onConnection: (device, connected) => {
        void ledger.connected(device.id, connected);
        tell.onConnection(device.sncode, connected);
      },
    });
  }
  return {
    mqtt,
    pipeline,
    lease,
    counters: () => ledger.counters(pipeline.queued, mqtt?.connections ?? 0),
    async close() {
      clearInterval(planTimer);
      await pipeline.close();
      await mqtt?.close();
      await ledger.close();
      await lease.close();
      await own.close();
    },
  };
}
export type Gateway = Awaited<ReturnType<typeof openGateway>>;
