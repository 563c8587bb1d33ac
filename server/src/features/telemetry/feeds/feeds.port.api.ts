/** The links of feeds, for the gateway, which opens them and stores what comes. */
import { createHash, timingSafeEqual } from 'node:crypto';
import type { FeedKind } from '@plumbline/contract/telemetry/feeds';
import type { Clock } from '../../../kernel/clock.ts';
import type { Change, Db, Logger } from '../../../kernel/context.ts';
import type { Outbound } from '../../../kernel/outbound.ts';
import type { SecretBox } from '../../../kernel/secret-box.ts';
import { WorkLocks } from '../../../kernel/work.locks.ts';
import type { Frames } from '../../devices/frames/frames.port.api.ts';
import type { Plugins } from '../../platform/plugins/plugins.api.ts';
import type { DownlinkDesk, RouteFeed } from '../downlinks/downlinks.port.api.ts';
import { openerOf, type PolledSource } from '../feed-sources/feed-sources.port.api.ts';
import { WaitingMessages } from '../feed-waiting/feed-waiting.api.ts';
import { type FeedPlan, fetchedFeeds } from './feeds.api.ts';
import { ExternalBroker, openExternalBroker, rebirthRequest } from './logic/external-broker.ts';
import { FeedDirectory } from './logic/feed-directory.ts';
import { FeedIntake, type StoreSamples } from './logic/feed-intake.ts';
import type { FeedMessage, FeedOutcome } from './logic/feed-message.ts';
import { FeedNewsWriter } from './logic/feed-news.ts';
import { FeedReceipts } from './logic/feed-receipts.ts';
import { openFolder, type WatchedFolder } from './logic/watched-folder.ts';

export { openFeedHttp } from './feeds.http.ts';
export type { StoreSamples } from './logic/feed-intake.ts';
export { rebirthRequest };

export interface FeedPortParts {
  readonly db: Db;
  readonly clock: Clock;
  readonly log: Logger;
  readonly store: StoreSamples;
  readonly frames: Frames;
  readonly outbound: Outbound;
  readonly secrets: SecretBox;
  readonly plugins: Plugins;
  readonly downlinks: DownlinkDesk;
  readonly dataDir: string;
  readonly pool: ConstructorParameters<typeof WorkLocks>[0];
  /** Several processes share a broker's messages among them. */
  readonly isShared: boolean;
}

/** Of the advisory locks of the database: those of sources of feeds. */
const sourceSpace = 7305;
const noted = { direction: 'none', link: 'feed' } as const;

/** A link that the installation opens by itself: another broker, a folder. */
type OwnLink = ExternalBroker | PolledSource | WatchedFolder;

/** Where senders of feeds are connected to our own broker. */
interface OwnBroker {
  holds(key: string): boolean;
  /** False = none of its connections listens to the topic. */
  sendToFeed(key: string, topic: string, content: Buffer): boolean;
}

/** The feeds that files are dropped into, for whoever takes uploads. */
export type FolderFeeds = Pick<FeedPort, 'identify' | 'folder'>;

export class FeedPort {
  readonly #parts: FeedPortParts;
  readonly #directory: FeedDirectory;
  readonly #news: FeedNewsWriter;
  readonly #intake: FeedIntake;
  readonly #waiting: WaitingMessages<FeedPlan>;
  readonly #links = new Map<number, { readonly plan: string; readonly link: OwnLink }>();
  #opening: Promise<void> = Promise.resolve();
  /** Of which process looks into which source. */
  readonly #locks: WorkLocks;
  #isClosed = false;
  /** Our own broker; given once it listens. */
  ownBroker: OwnBroker | null = null;

  constructor(parts: FeedPortParts) {
    this.#parts = parts;
    this.#directory = new FeedDirectory(parts.db);
    this.#news = new FeedNewsWriter(parts);
    this.#locks = new WorkLocks(parts.pool, sourceSpace);
    const { db, clock, log, store, frames, downlinks, plugins } = parts;
    downlinks.links = {
      reaches: (route) => this.#reaches(route),
      publish: (route, topic, content) => this.#publish(route, topic, content),
      typeOf: (feedId, source, name) => this.#intake.typeOf(feedId, source, name),
    };
    const receipts = new FeedReceipts(parts);
    this.#intake = new FeedIntake({
      db,
      plugins,
      clock,
      store,
      frames,
      downlinks,
      receipts,
      directory: this.#directory,
      news: this.#news,
    });
    this.#waiting = new WaitingMessages({
      db,
      clock,
      log,
      feedOf: (key) => this.#directory.feed(key),
      store: (feed, uplink) => this.#intake.takeWaiting(feed, uplink),
    });
    void this.#reopen();
  }

  /** The feed of a key, where this secret opens it; null = it does not. */
  async identify(key: string, secret: Buffer, kind: FeedKind): Promise<FeedPlan | null> {
    const feed = await this.#directory.feed(key);
    if (!feed?.enabled || feed.kind !== kind || feed.secretHash === null) return null;
    const hash = createHash('sha256').update(secret).digest();
    if (timingSafeEqual(feed.secretHash, hash)) return feed;
    this.#news.fault(feed.id, 'secretRefused', '');
    this.#parts.frames.feed(feed.id, () => ({ ...noted, kind: 'refused', error: 'feedRefused' }));
    return null;
  }

  /** The folder feed of a key; null = there is none, or it is off. */
  async folder(key: string): Promise<FeedPlan | null> {
    const feed = await this.#directory.feed(key);
    return feed?.enabled && feed.kind === 'folder' ? feed : null;
  }

  /** Resolves after COMMIT. Throws busy, and what the pipeline throws when the sender is to come back. */
  take(feed: FeedPlan, message: FeedMessage): Promise<FeedOutcome> {
    return this.#intake.take(feed, message);
  }

  /** A message at our own broker. Throws where the connection is to end: the feed is gone, or its sender shall come back. */
  async takeFromBroker(key: string, message: FeedMessage): Promise<FeedOutcome> {
    const feed = await this.#directory.feed(key);
    if (!feed?.enabled) throw new Error('the feed is off');
    return this.#intake.takeInTurn(feed, message);
  }

  /** Counts what an edge has handed on. */
  noteEdge(feedId: number, messages: number, stored: number, refused: number): void {
    this.#news.received(feedId, messages);
    this.#news.stored(feedId, stored);
    if (refused > 0) this.#news.refused(feedId, 'samplesRefused', '', refused);
  }

  async connected(key: string, connected: boolean): Promise<void> {
    const feed = await this.#directory.feed(key);
    if (feed) this.#connected(feed.id, connected);
  }

  /** The hash by which connections at our broker may stay; null = none may. */
  async hashOf(key: string): Promise<Buffer | null> {
    const feed = await this.#directory.feed(key);
    return feed?.enabled ? feed.secretHash : null;
  }

  changed(change: Change | null): void {
    this.#directory.changed(change);
    if (change === null || change.kind === 'plugin') this.#waiting.switched();
    if (change === null || change.kind === 'feed') void this.#reopen();
  }

  /** Everything that was counted is written. */
  settled(): Promise<void> {
    return this.#opening.then(() => this.#news.write());
  }

  /** What waits for its codec and is due has been tried. */
  retried(): Promise<void> {
    return this.#waiting.run();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#opening;
    await this.#waiting.close();
    await Promise.all([...this.#links.values()].map(({ link }) => link.close()));
    await this.#locks.close();
    await this.#news.close();
  }

  #reaches({ feedId, kind, key }: RouteFeed): boolean {
    if (kind === 'broker') return this.ownBroker?.holds(key) === true;
    const link = this.#links.get(feedId)?.link;
    return link instanceof ExternalBroker && link.isConnected;
  }

  /** At the broker of a feed; rejects where there is no connection. */
  async #publish({ feedId, kind, key }: RouteFeed, topic: string, content: string | Uint8Array): Promise<void> {
    const link = this.#links.get(feedId)?.link;
    if (kind === 'broker') {
      if (!this.ownBroker?.sendToFeed(key, topic, Buffer.from(content as string)))
        throw new Error('nobody there listens to commands');
    } else if (link instanceof ExternalBroker) await link.publish(topic, content);
    else throw new Error('the feed has no connection to a broker');
    this.#parts.frames.feed(feedId, () => ({ direction: 'out', link: 'feed', kind: 'command', topic, content }));
  }

  #connected(feedId: number, connected: boolean): void {
    this.#news.connected(feedId, connected);
    this.#parts.frames.feed(feedId, () => ({ ...noted, kind: connected ? 'connected' : 'disconnected' }));
  }

  #reopen(): Promise<void> {
    this.#opening = this.#opening
      .then(() => this.#openLinks())
      .catch((error) => {
        this.#parts.log.warn({ err: error }, 'feeds could not be opened');
      });
    return this.#opening;
  }

  /** Opens what is new, closes what is gone, and opens anew what has changed. */
  async #openLinks(): Promise<void> {
    if (this.#isClosed) return;
    const feedOf = new Map((await fetchedFeeds(this.#parts.db)).map((feed) => [feed.id, feed]));
    for (const [id, { plan, link }] of this.#links) {
      const feed = feedOf.get(id);
      if (feed && JSON.stringify(feed) === plan) continue;
      this.#links.delete(id);
      await link.close();
    }
    for (const feed of feedOf.values()) {
      if (this.#links.has(feed.id)) continue;
      const link = this.#opened(feed);
      if (link) this.#links.set(feed.id, { plan: JSON.stringify(feed), link });
    }
  }

  /** null = it cannot be opened, and says so; the others are. */
  #opened(feed: FeedPlan): OwnLink | null {
    try {
      return this.#open(feed);
    } catch (error) {
      this.#news.fault(feed.id, 'passwordUnreadable', '');
      this.#news.connected(feed.id, false);
      this.#parts.log.warn({ err: error, feed: feed.id }, 'a feed could not be opened');
      return null;
    }
  }

  #open(feed: FeedPlan): OwnLink {
    const { log, outbound, secrets, dataDir, isShared } = this.#parts;
    const take = (message: FeedMessage) => this.take(feed, message);
    const failed = (detail: string) => {
      this.#news.fault(feed.id, 'connection', detail);
      this.#parts.frames.feed(feed.id, () => ({ ...noted, kind: 'fault', error: 'connection', detail }));
    };
    const fromFuture = (name: string) => this.#news.fault(feed.id, 'fileFromFuture', name);
    if (feed.kind === 'folder') return openFolder({ feed, dataDir, take, failed, fromFuture, log });
    const onConnection = (connected: boolean) => this.#connected(feed.id, connected);
    const password = feed.sealed === null ? null : secrets.decrypt(feed.sealed);
    const openSource = openerOf(feed.kind);
    if (openSource)
      return openSource({
        feed,
        password,
        outbound,
        take,
        failed,
        onConnection,
        log,
        db: this.#parts.db,
        clock: this.#parts.clock,
        locks: this.#locks,
      });
    const paused = () => this.#news.fault(feed.id, 'paused', '');
    return openExternalBroker({ feed, password, outbound, isShared, take, failed, paused, onConnection, log });
  }
}
