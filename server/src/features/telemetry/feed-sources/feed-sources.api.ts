/** What may be asked of a source besides its rounds: what it has now, how its rounds went, what lies before once more. */
import { type FeedKind, isPulled } from '@plumbline/contract/telemetry/feeds';
import { hasTimeRange, previewHttp } from './logic/http-source.ts';
import type { SourceFile, SourceQuery } from './logic/polled-source.ts';
import { previewSql } from './logic/sql-source.ts';

export { cursorOf, requestBackFill, roundsOf } from './feed-sources.table.ts';
export { hasTimeRange };

/** The newest messages of a source. Nothing is stored by it, and nothing moves. Throws what the source throws. */
export function readSample(kind: FeedKind, source: SourceQuery): Promise<SourceFile[]> {
  if (!isPulled(kind)) throw new Error(`a feed of the kind ${kind} is not span`);
  return kind === 'http' ? previewHttp(source) : previewSql(source);
}
