/**
 * Commands down to devices behind feeds, through the network that brings their messages up. Invariants: a command is claimed by
 * one process before it is sent, and sent once; what became of it is its answer, and a command that could not be sent is
 * answered with why. A network speaks of commands of its own corporation alone.
 */
import type { DeviceCommand } from '@plumbline/contract/telemetry/commands';
import {
  type DownlinkAddress,
  type DownlinkWrapping,
  downlinkAddressOf,
  downlinkResultOf,
  encodeDownlink,
  isDownlinkWrapping,
  queuedItemOf,
} from '@plumbline/science/formats/downlinks';
import {
  datatypeFor,
  isEcho,
  readSparkplugCommand,
  sparkplugAddressOf,
} from '@plumbline/science/formats/sparkplug-commands';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Logger } from '../../../kernel/context.ts';
import type { Outbound } from '../../../kernel/outbound.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';
import type { FeedSettings } from '../../../kernel/tables.feeds.ts';
import { claimCommands } from '../commands/commands.api.ts';
import { commandOfItem, noteItem, openCommandsOf, type Route, routeOf, saveRoute } from './downlinks.table.ts';
import { writeSparkplugCommand } from './logic/sparkplug-command.ts';

export interface DownlinkParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
  /** What a device, or the network for it, answers to a command. */
  readonly onAnswer: (sncode: string, text: string) => void;
}

interface FromFeed {
  readonly id: number;
  readonly corporationId: number;
  readonly settings: FeedSettings;
}
interface Message {
  readonly topic: string;
  readonly content: Uint8Array;
}

/** The feed by which a device is reached. */
export type RouteFeed = Pick<Route, 'feedId' | 'kind' | 'key'>;
/** What the links of feeds can do here. */
interface FeedLinks {
  /** Returns whether the feed has a connection to a broker in this process. */
  reaches(route: RouteFeed): boolean;
  /** Publishes at the broker of a feed; rejects where there is no connection. */
  publish(route: RouteFeed, topic: string, content: string | Uint8Array): Promise<void>;
  /** The type of a metric of a Sparkplug node; null = not known here. */
  typeOf(feedId: number, source: string, name: string): number | null;
}

/** Devices whose address is remembered, and for how long it is not written again. */
const maxRemembered = 50_000;
const rememberedMs = 60_000;
const answerMs = 10_000;
/** How long a Sparkplug node may take to report what was written. */
export const echoMs = 60_000;

export class DownlinkDesk {
  readonly #parts: DownlinkParts;
  readonly #remembered = new Map<string, { readonly address: string; readonly until: number }>();
  /** Devices that were sent a command lately, by whichever process, until when what they report is looked at. */
  readonly #asked = new Map<string, number>();
  readonly #timers = new Set<NodeJS.Timeout>();
  /** Given once the links of feeds are there. */
  links: FeedLinks = {
    reaches: () => false,
    publish: () => Promise.reject(new Error('no connection')),
    typeOf: () => null,
  };

  constructor(parts: DownlinkParts) {
    this.#parts = parts;
  }

  /** Returns whether a message is about a downlink; its result is noted then. */
  async takeResult(feed: FromFeed, { topic, content }: Message): Promise<boolean> {
    const { wrapping } = feed.settings;
    if (!isDownlinkWrapping(wrapping)) return false;
    const result = downlinkResultOf(wrapping, topic, content);
    if (!result) return false;
    const { item, state, detail } = result;
    const isOver =
      state === 'failed' || state === 'acknowledged' || (state === 'sent' && !downlinkOf(feed.settings).confirmed);
    if (!isOver) return true;
    const command = await commandOfItem(this.#parts.db, { feedId: feed.id, corporationId: feed.corporationId }, item);
    if (command) this.#answer(command.sncode, command.commandId, state !== 'failed', detail || state);
    return true;
  }

  /** Notes where the sender of an uplink is reached, and sends what waits for it. */
  async noteUplink(feed: FromFeed, sncode: string, message: Message): Promise<void> {
    try {
      await this.#noteUplink(feed, sncode, message);
    } catch (error) {
      // Its readings are stored: nobody is to send them again for this.
      this.#remembered.delete(sncode);
      this.#parts.log.warn({ err: error, sncode }, 'where a device is reached could not be noted');
    }
  }

  async #noteUplink(feed: FromFeed, sncode: string, { topic, content }: Message): Promise<void> {
    const { wrapping } = feed.settings;
    const address =
      wrapping === 'sparkplugB'
        ? sparkplugAddressOf(topic)
        : isDownlinkWrapping(wrapping)
          ? downlinkAddressOf(wrapping, topic, content)
          : null;
    if (!address) return;
    const text = JSON.stringify([feed.id, address]);
    const known = this.#remembered.get(sncode);
    if (known?.address === text && performance.now() < known.until) return;
    if (this.#remembered.size >= maxRemembered) this.#remembered.clear();
    this.#remembered.set(sncode, { address: text, until: performance.now() + rememberedMs });
    const deviceId = await saveRoute(
      this.#parts.db,
      { feedId: feed.id, corporationId: feed.corporationId },
      sncode,
      address,
    );
    if (deviceId !== null) void this.wake(sncode);
  }

  /** Sends what waits for a device that is reached by a feed. Never throws. */
  async wake(sncode: string): Promise<void> {
    const { db, clock, log } = this.#parts;
    try {
      const route = await routeOf(db, sncode);
      const { wrapping } = route?.settings ?? {};
      if (!route || wrapping === undefined) return;
      if (wrapping === 'sparkplugB') return await this.#wakeSparkplug(sncode, route);
      if (!isDownlinkWrapping(wrapping)) return;
      for (const command of await claimCommands(db, clock.now(), route.deviceId))
        await this.#send(route, wrapping, command).catch((error: Error) => {
          this.#answer(sncode, command.commandId, false, error.message);
        });
    } catch (error) {
      log.warn({ err: error, sncode }, 'commands could not be sent through a network');
    }
  }

  /** A metric is written, and answered by what the node reports of it; whoever holds its connection sends. */
  async #wakeSparkplug(sncode: string, route: Route): Promise<void> {
    const { db, clock } = this.#parts;
    if (this.#asked.size >= maxRemembered) this.#asked.clear();
    this.#asked.set(sncode, performance.now() + echoMs + answerMs);
    if (!this.links.reaches(route)) return;
    for (const command of await claimCommands(db, clock.now(), route.deviceId))
      await this.#write(sncode, route, command).catch((error: Error) => {
        this.#answer(sncode, command.commandId, false, error.message);
      });
  }

  async #write(sncode: string, route: Route, { commandId, text, hex, part }: DeviceCommand): Promise<void> {
    const command = hex || part ? null : readSparkplugCommand(text);
    if (!command) throw new Error('a Sparkplug node takes commands such as Outputs/Valve = true alone');
    const { device, base } = route.address;
    const datatype = datatypeFor(command, this.links.typeOf(route.feedId, device, command.name));
    if (datatype === null) throw new Error(`${command.name} is of another type`);
    await this.links.publish(
      route,
      base ?? '',
      writeSparkplugCommand(command, datatype, this.#parts.clock.now().getTime()),
    );
    // Texts are not read, so that nothing would ever confirm it.
    if (typeof command.value === 'string') return this.#answer(sncode, commandId, true, 'sent');
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      void this.#unconfirmed(sncode, commandId);
    }, echoMs);
    timer.unref();
    this.#timers.add(timer);
  }

  /** A node reports values: those that a command wrote answer it. Never throws. */
  async echoed(sncode: string, reported: unknown): Promise<void> {
    const until = this.#asked.get(sncode);
    if (until === undefined) return;
    if (performance.now() > until) return void this.#asked.delete(sncode);
    try {
      for (const { id, text } of await this.#openOf(sncode)) {
        const command = readSparkplugCommand(text);
        if (command && isEcho(command, reported)) this.#answer(sncode, id, true, `${command.name} = ${command.value}`);
      }
    } catch (error) {
      this.#parts.log.warn({ err: error, sncode }, 'whether a command was done could not be read');
    }
  }

  async #unconfirmed(sncode: string, commandId: string): Promise<void> {
    try {
      const open = await this.#openOf(sncode);
      if (open.some(({ id }) => id === commandId))
        this.#answer(sncode, commandId, false, `the node has not reported the value within ${echoMs / 1000} s`);
    } catch (error) {
      this.#parts.log.warn({ err: error, sncode }, 'whether a command was done could not be read');
    }
  }

  #openOf(sncode: string) {
    const { db, clock } = this.#parts;
    return openCommandsOf(db, sncode, new Date(clock.now().getTime() - echoMs - answerMs));
  }

  close(): void {
    for (const timer of this.#timers) clearTimeout(timer);
  }

  async #send(route: Route, wrapping: DownlinkWrapping, command: DeviceCommand): Promise<void> {
    const bytes = bytesOf(command);
    if (bytes === null) throw new Error('a device behind a network takes bytes or text alone');
    if (bytes.length > 222) throw new Error('too long for LoRaWAN: 222 bytes at most');
    const { port, confirmed, url } = downlinkOf(route.settings);
    const { commandId: id } = command;
    const { topic, mqtt, http } = encodeDownlink(wrapping, route.address, { id, bytes, port, confirmed });
    if (topic !== null) return this.links.publish(route, topic, JSON.stringify(mqtt));
    if (url === null) throw new Error('the feed has no address for downlinks');
    await this.#post(route, wrapping, url, http, id);
  }

  async #post(
    route: Route,
    wrapping: DownlinkWrapping,
    url: string,
    content: object,
    commandId: string,
  ): Promise<void> {
    const { db, clock, outbound, secrets } = this.#parts;
    const key = route.sealed === null ? '' : secrets.decrypt(route.sealed);
    const { status, body } = await outbound.send(addressFor(url, route.address), {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(wrapping === 'chirpStack'
          ? { 'grpc-metadata-authorization': `Bearer ${key}` }
          : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify(content),
      timeoutMs: answerMs,
    });
    if (status < 200 || status > 299) throw new Error(`the network answers ${status}`);
    const item = wrapping === 'chirpStack' ? queuedItemOf(body) : null;
    if (item !== null) await noteItem(db, clock.now(), route.feedId, item, commandId);
  }

  #answer(sncode: string, commandId: string, ok: boolean, text: string): void {
    this.#parts.onAnswer(sncode, JSON.stringify({ commandId, ok, text: text.slice(0, 500) }));
  }
}

const addressFor = (url: string, { device }: DownlinkAddress): string =>
  url.replaceAll('{device}', encodeURIComponent(device));

const downlinkOf = ({ downlinkPort = 1, downlinkConfirmed = false, downlinkUrl = null }: FeedSettings) => ({
  port: downlinkPort,
  confirmed: downlinkConfirmed,
  url: downlinkUrl,
});

/** null = what only a device of ours understands. */
function bytesOf({ hex, text, channels, plan, part }: DeviceCommand): Uint8Array | null {
  if (hex) return Buffer.from(hex, 'hex');
  return text === '' || channels || plan || part ? null : Buffer.from(text, 'utf8');
}
