/**
 * Feeds and the devices behind their sources, from memory where they are known. Everything is forgotten when a feed, a
 * device or whatever may have changed: assignments are few and read again in a statement each.
 */
import type { Change, Db } from '../../../../kernel/context.ts';
import { type FeedPlan, type FeedTarget, feedOfKey, targetOf } from '../feeds.api.ts';

const maxKeys = 10_000;
const maxSources = 50_000;
/** How long a source that is nobody is not looked up again; it ends with any change of a device. */
const unknownMs = 30_000;

export class FeedDirectory {
  readonly #db: Db;
  readonly #feeds = new Map<string, FeedPlan | null>();
  readonly #targets = new Map<string, { readonly target: FeedTarget | null; readonly until: number }>();
  /** Counts changes, so that what was read before one is not remembered after it. */
  #epoch = 0;

  constructor(db: Db) {
    this.#db = db;
  }

  async feed(key: string): Promise<FeedPlan | null> {
    const cached = this.#feeds.get(key);
    if (cached !== undefined) return cached;
    const begun = this.#epoch;
    const feed = /^feed-[0-9a-f]{20}$/.test(key) ? await feedOfKey(this.#db, key) : null;
    if (this.#feeds.size >= maxKeys) this.#feeds.clear();
    if (begun === this.#epoch) this.#feeds.set(key, feed);
    return feed;
  }

  async target(feed: FeedPlan, source: string): Promise<FeedTarget | null> {
    const key = `${feed.id} ${source.toLowerCase()}`;
    const cached = this.#targets.get(key);
    if (cached && performance.now() < cached.until) return cached.target;
    const begun = this.#epoch;
    const target = await targetOf(this.#db, feed, source);
    if (this.#targets.size >= maxSources) this.#targets.clear();
    const until = target === null ? performance.now() + unknownMs : Number.POSITIVE_INFINITY;
    if (begun === this.#epoch) this.#targets.set(key, { target, until });
    return target;
  }

  changed(change: Change | null): void {
    if (change !== null && change.kind !== 'feed' && change.kind !== 'device' && change.kind !== 'model') return;
    this.#epoch++;
    if (change === null) this.#feeds.clear();
    else if (change.kind === 'feed') this.#feeds.delete(change.key);
    this.#targets.clear();
  }
}
