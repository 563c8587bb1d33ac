/** What the recorder of frames is given of a message of our own: its text, what was read out of it, what became of it. */
import { readTime } from '../../../../kernel/device-times.ts';
import type { Outcome } from '../../../../pipeline/pipeline.ts';
import type { FrameNote } from '../../../devices/frames/frames.port.api.ts';

const maxRefusals = 20;

export function readingsNote(
  content: Uint8Array | string,
  outcome: Outcome | null,
  latencyMs: number,
): Omit<FrameNote, 'link'> {
  return {
    direction: 'in',
    kind: 'readings',
    content,
    decoded: decodedOf(content),
    outcome: outcome && outcomeOf(outcome),
    measuredAt: outcome?.latestAt ?? null,
    latencyMs: outcome && Math.round(latencyMs * 10) / 10,
  };
}

export const outcomeOf = ({ stored, overwritten, unchanged, unbound, deferred, refused, warnings }: Outcome) => ({
  stored: stored + overwritten,
  unchanged,
  unbound,
  deferred,
  lacking: warnings.length,
  refused: refused.slice(0, maxRefusals).map(({ error, channel, detail }) => ({
    error,
    channel,
    detail: detail === null || detail === undefined ? '' : typeof detail === 'string' ? detail : JSON.stringify(detail),
  })),
});

/** Its records as they were sent; nothing where it is none. */
function decodedOf(content: Uint8Array | string): NonNullable<FrameNote['decoded']> {
  try {
    const value = JSON.parse(typeof content === 'string' ? content : Buffer.from(content).toString('utf8')) as unknown;
    const list = Array.isArray(value) ? value : [value];
    return list.slice(0, 20).flatMap((record: unknown) => {
      if (typeof record !== 'object' || record === null) return [];
      const { at, channels } = record as { at?: unknown; channels?: unknown };
      const time = readTime(at);
      return [{ source: '', at: typeof time === 'number' ? time : null, channels }];
    });
  } catch {
    return [];
  }
}
