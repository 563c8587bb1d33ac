/**
 * The gateway: where devices deliver. Links know transports; the pipeline is handed to them; nothing here knows what a
 * reading means. Opened in processes whose ROLES hold `gateway`.
 */
import type { DeviceCommand } from '@plumbline/contract/gateway.commands';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../../kernel/clock.ts';
import type { Config } from '../../../kernel/config.ts';
import type { Logger } from '../../../kernel/context.ts';
import { type Database, openDatabase, soonLimits } from '../../../kernel/db.ts';
import { type Listener, onChange } from '../../../kernel/listen.ts';
import { type BoundDevice, openDirectory } from '../../../pipeline/directory.ts';
import { openPipeline } from '../../../pipeline/pipeline.ts';
import type { StoredReading } from '../../../pipeline/row.ts';
import { openHttp } from '../gateway.http.ts';
import { type MqttLink, openMqtt } from '../gateway.mqtt.ts';
import { forgetConnections } from '../gateway.table.ts';
import { openCommands } from './command-delivery.ts';
import { openDeferredReadings } from './deferred-readings.ts';
import { openDeviceStats } from './device-stats.ts';
import { openLease } from './gateway-lease.ts';
import { openPendingCommands } from './pending-commands.ts';
import { openPlans } from './plan-delivery.ts';

/** How often devices that have not answered are looked for. */
const planAgainMs = 30_000;

/** What the gateway calls of the feature firmware: when a device subscribes, requests its commands, or answers. */
export interface UpgradeDelivery {
  /** These devices begin to listen; with `again` they have for a while, and hear only what is new or quiet. */
  deliver(
    sncodes: readonly string[],
    send: (sncode: string, payload: string) => boolean,
    again: boolean,
  ): Promise<void>;
  /** What a device that asks is to do. */
  fetch(sncode: string): Promise<DeviceCommand[]>;
  /** What a device says; it is acknowledged after this. True = it was waited for. */
  answer(sncode: string, text: string): Promise<boolean>;
}

export async function openGateway(
  app: FastifyInstance,
  {
    config,
    clock,
    log,
    database,
    listener,
    isDiskFull,
  }: {
    config: Config;
    clock: Clock;
    log: Logger;
    database: Database;
    listener: Listener;
    isDiskFull?: () => boolean;
  },
  hooks: {
    onStored: (stored: readonly StoredReading[]) => void;
    onResponse: (sncode: string, text: string) => void;
    onConnection: (sncode: string, connected: boolean) => void;
    upgrades: UpgradeDelivery;
  },
) {
  const directory = openDirectory(database.db, log);
  if (!config.cluster) await forgetConnections(database.db);
  let mqtt: MqttLink | null = null;
  // Connections of its own: busy screens must not keep readings waiting.
  const own = openDatabase(config.databaseUrl!, 4, log, soonLimits(config.databaseTimeoutMs));
  const lease = await openLease(
    { db: own.db, clock, log },
    { connected: () => mqtt?.connectedHere() ?? [], onLost: (sncode) => hooks.onConnection(sncode, false) },
  );
  const deviceStats = openDeviceStats({ db: own.db, clock, log, lease: lease.id });
  const pipeline = openPipeline({ pool: own.pool, db: database.db, clock, log, onStored: hooks.onStored, isDiskFull });
  const deferredReadings = openDeferredReadings({ sql: database.pool, clock, log, directory, pipeline });
  const send = (sncode: string, payload: string) => mqtt?.command(sncode, payload) ?? false;
  const plans = openPlans({ db: database.db, clock, log }, send);
  const commands = openCommands({ db: database.db, clock, log }, send);
  const pendingCommands = openPendingCommands({ db: database.db, clock, log, upgrades: hooks.upgrades });
  const deliver = (sncodes: readonly string[], again = true) => {
    void plans.deliver(sncodes);
    void commands.deliver(sncodes);
    void hooks.upgrades.deliver(sncodes, send, again);
  };
  /** Devices for which something was put down, until the next turn: many are asked for at once. */
  const woken = new Set<string>();
  function wake(sncode: string) {
    pendingCommands.wake(sncode);
    if (!mqtt?.holds(sncode)) return;
    if (woken.size === 0)
      setImmediate(() => {
        const sncodes = [...woken];
        woken.clear();
        deliver(sncodes);
      });
    woken.add(sncode);
  }
  /** What a device answers, from whichever link. True = it was waited for. */
  async function onAnswer(device: BoundDevice, text: string): Promise<boolean> {
    const ofPlan = await plans.answer(device.sncode, text);
    const ofOther = !ofPlan && (await hooks.upgrades.answer(device.sncode, text));
    const ofCommand = !ofPlan && !ofOther && (await commands.answer(device.id, text));
    hooks.onResponse(device.sncode, text);
    return ofPlan || ofOther || ofCommand;
  }
  const planTimer = setInterval(() => {
    void plans.again(mqtt?.connectedHere() ?? []);
    void hooks.upgrades.deliver(mqtt?.connectedHere() ?? [], send, true);
  }, planAgainMs);
  onChange(listener, (change) => {
    const forgotten = directory.changed(change);
    const checked = change?.kind === 'device' && mqtt ? recheck(mqtt, change.sncode) : undefined;
    // Who waits for the change waits for the end of a connection, not for every device of a long list to be read.
    return change?.kind === 'device' && mqtt?.holds(change.sncode) ? checked : forgotten;
  });
  /** A device whose secret changed, or that was removed, is let go; other changes leave it connected. */
  function recheck(link: MqttLink, sncode: string): Promise<void> {
    return directory.device(sncode).then(
      (device) => link.keep(sncode, device?.secretHash ?? null),
      (error) => log.warn({ err: error, sncode }, 'a changed device could not be read'),
    );
  }
  listener.on('plumbline_command', (sncode) => {
    if (sncode === null) {
      pendingCommands.wake(null);
      return deliver(mqtt?.connectedHere() ?? []);
    }
    wake(sncode);
  });
  openHttp(app, { directory, pipeline, deviceStats, pendingCommands, onAnswer });
  if (config.mqttPort !== null || config.mqttTls !== null) {
    mqtt = await openMqtt({
      config,
      directory,
      pipeline,
      deviceStats,
      log,
      onResponse: (device, text) =>
        onAnswer(device, text).then(
          () => undefined,
          (error) => {
            log.warn({ err: error, sncode: device.sncode }, 'an answer could not be written');
            // What the database can never take (class 22) is acknowledged, so that it does not come for ever.
            if (!String((error as { code?: unknown }).code).startsWith('22')) throw error;
          },
        ),
      onListening: (sncode) => deliver([sncode], false),
      onConnection: (device, connected) => {
        void deviceStats.connected(device.id, connected);
        hooks.onConnection(device.sncode, connected);
      },
    });
  }
  return {
    mqtt,
    directory,
    pipeline,
    deferredReadings,
    lease,
    counters: () => deviceStats.counters(pipeline.queued, mqtt?.connections ?? 0),
    async close() {
      clearInterval(planTimer);
      await deferredReadings.close();
      await pipeline.close();
      await mqtt?.close();
      await deviceStats.close();
      await lease.close();
      await own.close();
    },
  };
}
export type Gateway = Awaited<ReturnType<typeof openGateway>>;
