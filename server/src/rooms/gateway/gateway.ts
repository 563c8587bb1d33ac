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
import { openLedger } from './gateway.ledger.ts';
import { type MqttLink, openMqtt } from './gateway.mqtt.ts';
import { forgetConnections } from './gateway.table.ts';

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
  const ledger = openLedger({ db: database.db, clock, log });
  // Connections of its own: busy screens must not keep readings waiting.
  const own = openDatabase(config.databaseUrl!, 2, log);
  const pipeline = openPipeline({ pool: own.pool, clock, log, onStored: tell.onStored });
  if (!config.cluster) await forgetConnections(database.db);

  let mqtt: MqttLink | null = null;
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
    const { sncode, payload } = JSON.parse(text) as { sncode: string; payload: string };
    mqtt?.command(sncode, payload);
  });
  openHttp(app, { directory, pipeline, ledger });
  if (config.mqttPort !== null || config.mqttTls !== null) {
    mqtt = await openMqtt({
      config,
      directory,
      pipeline,
      ledger,
      log,
      onResponse: (device, text) => tell.onResponse(device.sncode, text),
      onConnection: (device, connected) => {
        void ledger.connected(device.id, connected);
        tell.onConnection(device.sncode, connected);
      },
    });
  }
  return {
    mqtt,
    pipeline,
    counters: () => ledger.counters(pipeline.queued, mqtt?.connections ?? 0),
    async close() {
      await pipeline.close();
      await mqtt?.close();
      await ledger.close();
      await own.close();
    },
  };
}
export type Gateway = Awaited<ReturnType<typeof openGateway>>;
