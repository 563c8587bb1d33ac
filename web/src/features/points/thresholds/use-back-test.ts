import { alerts } from '@plumbline/contract/alerts/alerts';
import { type BackTestedPoint, backTestLimits } from '@plumbline/contract/alerts/alerts.backtest';
import { dayMs } from '@plumbline/contract/kernel/durations';
import type { Threshold } from '@plumbline/contract/points/points';
import { useEffect, useRef, useState } from 'react';
import { read } from '../../../kernel/reads.ts';

export interface TestRow {
  readonly pointId: number;
  readonly thresholds: readonly Threshold[];
}

/**
 * Limits of many points tried out on the past, piece by piece: the server works about a second at a time and says how
 * far it came. What was tested stays when it is stopped or fails, and it can go on from there.
 */
export function useBackTest() {
  const [tested, setTested] = useState<readonly BackTestedPoint[]>([]);
  const [span, setSpan] = useState<{ from: number; to: number } | null>(null);
  const [state, setState] = useState<'idle' | 'running' | 'stopped' | 'done'>('idle');
  const [failure, setFailure] = useState<unknown>(null);
  const request = useRef<{ projectId: number; rows: readonly TestRow[]; from: number; to: number } | null>(null);
  const stopper = useRef<AbortController | null>(null);
  useEffect(() => () => stopper.current?.abort(), []);

  const goOn = async (begun: readonly BackTestedPoint[]): Promise<void> => {
    const run = request.current;
    if (!run) return;
    const stop = new AbortController();
    stopper.current = stop;
    setState('running');
    setFailure(null);
    let current = begun;
    try {
      while (current.length < run.rows.length) {
        const rows = run.rows.slice(current.length, current.length + backTestLimits.points);
        const answer = await read(
          alerts.backTestMany,
          {
            projectId: run.projectId,
            rows: rows.map(({ pointId, thresholds }) => ({ pointId, thresholds: [...thresholds] })),
            from: new Date(run.from).toISOString(),
            to: new Date(run.to).toISOString(),
          },
          { signal: stop.signal },
        );
        current = [...current, ...answer.points];
        setTested(current);
      }
      setState('done');
    } catch (error) {
      setState('stopped');
      if (!stop.signal.aborted) setFailure(error);
    }
  };
  return {
    tested,
    total: request.current?.rows.length ?? 0,
    span,
    state,
    failure,
    begin(projectId: number, rows: readonly TestRow[], days: number): void {
      const to = Date.now();
      const from = to - days * dayMs;
      request.current = { projectId, rows, from, to };
      setSpan({ from, to });
      setTested([]);
      void goOn([]);
    },
    stop: (): void => stopper.current?.abort(),
    goOn: (): void => void goOn(tested),
  };
}
