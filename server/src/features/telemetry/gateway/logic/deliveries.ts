/** Brings devices what they are to do, over the link by which they listen, and takes their answers. */
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import type { Clock } from '../../../../kernel/clock.ts';
import type { Db, Logger } from '../../../../kernel/context.ts';
import type { BoundDevice } from '../../../../pipeline/directory.ts';
import {
  openCommands,
  openPendingCommands,
  openPlans,
  openProcessors,
  type PendingCommands,
} from '../../commands/commands.api.ts';
import type { DialInPort } from '../../dial-in/dial-in.port.api.ts';
import type { MqttLink } from '../gateway.mqtt.ts';

/** How often devices that have not answered are looked for. */
const planAgainMs = 30_000;

/** What the gateway calls of the feature firmware: when a device subscribes, requests its commands, or answers. */
interface UpgradeDelivery {
  /** These devices begin to listen; with `again` they have for a while, and get only what is new or quiet. */
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

/** By which devices are connected here; null = that link is closed. */
export interface Links {
  mqtt: MqttLink | null;
  dialIn: DialInPort | null;
}

export interface DeliveryHooks {
  readonly upgrades: UpgradeDelivery;
  /** A device answered, whatever it was asked. */
  readonly onResponse: (sncode: string, text: string) => void;
}

export class Deliveries {
  readonly pendingCommands: PendingCommands;
  /** Brings commands to devices that are reached through a network; given once it is there. */
  downlinks: { wake(sncode: string): Promise<void> } | null = null;
  readonly #log: Logger;
  readonly #hooks: DeliveryHooks;
  readonly #links: Readonly<Links>;
  readonly #plans: ReturnType<typeof openPlans>;
  readonly #processors: ReturnType<typeof openProcessors>;
  readonly #commands: ReturnType<typeof openCommands>;
  readonly #timer: NodeJS.Timeout;
  /** Devices for which something was put down, until the next turn: many are asked for at once. */
  readonly #woken = new Set<string>();

  constructor(
    parts: { readonly db: Db; readonly clock: Clock; readonly log: Logger },
    hooks: DeliveryHooks,
    links: Readonly<Links>,
  ) {
    this.#log = parts.log;
    this.#hooks = hooks;
    this.#links = links;
    this.#plans = openPlans(parts, this.#send);
    this.#processors = openProcessors(parts, this.#send);
    this.#commands = openCommands(parts, this.#send);
    this.pendingCommands = openPendingCommands({ ...parts, upgrades: hooks.upgrades });
    this.#timer = setInterval(() => this.#deliverAgain(), planAgainMs);
  }

  /** `again` = they have listened for a while. */
  deliver(sncodes: readonly string[], again = true): void {
    void this.#plans.deliver(sncodes);
    void this.#processors.deliver(sncodes);
    void this.#commands.deliver(sncodes);
    void this.#hooks.upgrades.deliver(sncodes, this.#send, again);
  }

  /** Something was put down for a device; null = for any. */
  wake(sncode: string | null): void {
    this.pendingCommands.wake(sncode);
    if (sncode === null) this.deliver(this.#connectedHere());
    else if (this.#links.mqtt?.holds(sncode) || this.#links.dialIn?.holds(sncode)) {
      if (this.#woken.size === 0) setImmediate(() => this.#deliverWoken());
      this.#woken.add(sncode);
    } else void this.downlinks?.wake(sncode);
  }

  /** What a device answers, from whichever link. True = it was waited for. */
  async answer(device: BoundDevice, text: string): Promise<boolean> {
    const { upgrades, onResponse } = this.#hooks;
    const ofPlan = (await this.#plans.answer(device.sncode, text)) || (await this.#processors.answer(device.id, text));
    const ofOther = !ofPlan && (await upgrades.answer(device.sncode, text));
    const ofCommand = !ofPlan && !ofOther && (await this.#commands.answer(device.id, text));
    onResponse(device.sncode, text);
    return ofPlan || ofOther || ofCommand;
  }

  /** The same over MQTT, where it is acknowledged unless it may be written later. */
  async respond(device: BoundDevice, text: string): Promise<void> {
    try {
      await this.answer(device, text);
    } catch (error) {
      this.#log.warn({ err: error, sncode: device.sncode }, 'an answer could not be written');
      // What the database can never take (class 22) is acknowledged, so that it does not come for ever.
      if (!String((error as { code?: unknown }).code).startsWith('22')) throw error;
    }
  }

  /** The same of a device that is still to be looked up; nobody waits for it. */
  async respondOf(found: Promise<BoundDevice | null>, text: string): Promise<void> {
    try {
      const device = await found;
      if (device) await this.respond(device, text);
    } catch (error) {
      this.#log.warn({ err: error }, 'an answer could not be written');
    }
  }

  close(): void {
    clearInterval(this.#timer);
  }

  readonly #send = (sncode: string, payload: string): boolean =>
    this.#links.mqtt?.command(sncode, payload) === true || this.#links.dialIn?.command(sncode, payload) === true;

  #connectedHere(): string[] {
    return [...(this.#links.mqtt?.connectedHere() ?? []), ...(this.#links.dialIn?.connectedHere() ?? [])];
  }

  #deliverAgain(): void {
    const sncodes = this.#connectedHere();
    void this.#plans.again(sncodes);
    void this.#processors.again(sncodes);
    void this.#hooks.upgrades.deliver(sncodes, this.#send, true);
  }

  #deliverWoken(): void {
    const sncodes = [...this.#woken];
    this.#woken.clear();
    this.deliver(sncodes);
  }
}
