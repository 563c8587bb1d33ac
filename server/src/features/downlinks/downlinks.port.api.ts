/**
 * Commands down to devices behind feeds, through the network that brings their messages up. Invariants: a command is claimed by
 * one process before it is sent, and sent once; what became of it is its answer, and a command that could not be sent is
 * answered with why. A network speaks of commands of its own corporation alone.
 */
import type { DeviceCommand } from '@plumbline/contract/commands';
import {
  type DownlinkAddress,
  type DownlinkWrapping,
  downlinkAddressOf,
  downlinkResultOf,
  encodeDownlink,
  isDownlinkWrapping,
  queuedItemOf,
} from '@plumbline/science/formats/downlinks';
import type { Clock } from '../../kernel/clock.ts';
import type { Db, Logger } from '../../kernel/context.ts';
import type { Outbound } from '../../kernel/outbound.ts';
import type { SecretBox } from '../../kernel/secret-box.ts';
import type { FeedSettings } from '../../kernel/tables.feeds.ts';
import { claimCommands } from '../commands/commands.api.ts';
import { commandOfItem, noteItem, type Route, routeOf, saveRoute } from './downlinks.table.ts';

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

/** Publishes at the broker of a feed; rejects where there is no connection. */
export type PublishAtFeed = (feedId: number, topic: string, content: string) => Promise<void>;

/** Devices whose address is remembered, and for how long it is not written again. */
const maxRemembered = 50_000;
const rememberedMs = 60_000;
const answerMs = 10_000;

export class DownlinkDesk {
  readonly #parts: DownlinkParts;
  readonly #remembered = new Map<string, { readonly address: string; readonly until: number }>();
  /** Given once the links of feeds are there. */
  publish: PublishAtFeed = () => Promise.reject(new Error('no connection'));

  constructor(parts: DownlinkParts) {
    this.#parts = parts;
  }

  /** Whether a message is about a downlink; its result is noted then. */
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
    if (!isDownlinkWrapping(wrapping)) return;
    const address = downlinkAddressOf(wrapping, topic, content);
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
      if (!route || wrapping === undefined || !isDownlinkWrapping(wrapping)) return;
      for (const command of await claimCommands(db, clock.now(), route.deviceId))
        await this.#send(route, wrapping, command).catch((error: Error) => {
          this.#answer(sncode, command.commandId, false, error.message);
        });
    } catch (error) {
      log.warn({ err: error, sncode }, 'commands could not be sent through a network');
    }
  }

  async #send(route: Route, wrapping: DownlinkWrapping, command: DeviceCommand): Promise<void> {
    const bytes = bytesOf(command);
    if (bytes === null) throw new Error('a device behind a network takes bytes or text alone');
    if (bytes.length > 222) throw new Error('too long for LoRaWAN: 222 bytes at most');
    const { port, confirmed, url } = downlinkOf(route.settings);
    const { commandId: id } = command;
    const { topic, mqtt, http } = encodeDownlink(wrapping, route.address, { id, bytes, port, confirmed });
    if (topic !== null) return this.publish(route.feedId, topic, JSON.stringify(mqtt));
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
function bytesOf({ hex, text, channels, plan }: DeviceCommand): Uint8Array | null {
  if (hex) return Buffer.from(hex, 'hex');
  return text === '' || channels || plan ? null : Buffer.from(text, 'utf8');
}
