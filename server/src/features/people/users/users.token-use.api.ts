/**
 * How often programs call with each access token, and how often they are made to wait (429). Invariant: a call costs no write.
 * What was counted is added every quarter of a minute and when the process stops; what cannot be written is counted on, and a
 * crash loses that much and nothing else.
 */
import { sql } from 'kysely';
import type { Clock } from '../../../kernel/clock.ts';
import type { Db, Logger } from '../../../kernel/context.ts';
import type { TokenUse } from '../../../kernel/token-use.ts';

const flushMs = 15_000;
/** Tokens that are counted between two flushes; an account has twenty. */
const maxTokens = 20_000;

interface Count {
  calls: number;
  refused: number;
  refusedAt: Date | null;
}

export function openTokenUse({ db, clock, log }: { db: Db; clock: Clock; log: Pick<Logger, 'warn'> }): TokenUse {
  let counts = new Map<number, Count>();
  let writing: Promise<void> = Promise.resolve();
  const countOf = (tokenId: number): Count => {
    const count = counts.get(tokenId) ?? { calls: 0, refused: 0, refusedAt: null };
    if (counts.size < maxTokens) counts.set(tokenId, count);
    return count;
  };
  const flush = (): Promise<void> => {
    writing = writing.then(async () => {
      if (counts.size === 0) return;
      const counted = counts;
      counts = new Map();
      await add(db, counted).catch((error) => {
        log.warn({ err: error }, 'the use of access tokens could not be written');
        for (const [tokenId, { calls, refused, refusedAt }] of counted) {
          const count = countOf(tokenId);
          count.calls += calls;
          count.refused += refused;
          count.refusedAt ??= refusedAt;
        }
      });
    });
    return writing;
  };
  const timer = setInterval(() => void flush(), flushMs).unref();
  return {
    called(tokenId) {
      countOf(tokenId).calls++;
    },
    refused(tokenId) {
      const count = countOf(tokenId);
      count.refused++;
      count.refusedAt = clock.now();
    },
    flush,
    async close() {
      clearInterval(timer);
      await flush();
    },
  };
}

/** Adds what was counted, in the order of the tokens; one that was revoked meanwhile has no line. */
async function add(db: Db, counts: ReadonlyMap<number, Count>): Promise<void> {
  const rows = [...counts].sort(([a], [b]) => a - b);
  await sql`
    INSERT INTO token_use AS u (token_id, calls, refused, refused_at)
    SELECT t.id, c.calls, c.refused, c.refused_at
    FROM unnest(${rows.map(([id]) => id)}::int[], ${rows.map(([, { calls }]) => calls)}::bigint[],
      ${rows.map(([, { refused }]) => refused)}::bigint[], ${rows.map(([, { refusedAt }]) => refusedAt)}::timestamptz[])
      AS c (id, calls, refused, refused_at)
    JOIN token t ON t.id = c.id ORDER BY t.id
    ON CONFLICT (token_id) DO UPDATE SET calls = u.calls + excluded.calls, refused = u.refused + excluded.refused,
      refused_at = coalesce(excluded.refused_at, u.refused_at)`.execute(db);
}
