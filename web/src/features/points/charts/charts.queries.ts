import { charts } from '@plumbline/contract/points/charts';
import { useCallback, useEffect, useRef } from 'react';
import { invalidate } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useServerEvent, useSubscription } from '../../../kernel/socket.ts';

/** Read again this long after readings arrived, however many. */
const settleMs = 2_000;

/** A characteristic on the latest reading of every point of its family; read again when readings arrive. */
export function useCharacteristicValues(projectId: number, characteristicId: number) {
  const query = useRead(charts.characteristicValues, { projectId, characteristicId });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const onPointStates = useCallback(
    (states: { projectId: number }) => {
      if (states.projectId !== projectId || timer.current !== undefined) return;
      timer.current = setTimeout(() => {
        timer.current = undefined;
        void invalidate(charts.characteristicValues);
      }, settleMs);
    },
    [projectId],
  );
  useSubscription({ projectId });
  useServerEvent('POINT_STATES', onPointStates, true);
  return query;
}
