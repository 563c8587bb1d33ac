import type { CurveViewName, ViewName } from '@plumbline/contract/views/views';
import { useCallback, useState } from 'react';
import { useWidth } from '../../../charts/frame/use-width.ts';
import { Failed, SkeletonChart } from '../../../design/States.tsx';
import { usePointView } from './point-view.parts.ts';
import { Shape } from './shape.parts.tsx';
import { readView, type View, type ViewText } from './view-state.parts.ts';

/** One view of a point in a place of its own: what one chooses in it stays there, and is in no address. */
export default function EmbeddedView({ pointId, view }: { pointId: number; view: Exclude<ViewName, CurveViewName> }) {
  const [text, setText] = useState<ViewText>(() => ({ ...readView(new URLSearchParams()), pointId, show: view }));
  const change = useCallback((next: Partial<View>) => setText((old) => ({ ...old, ...next })), []);
  const [place, widthPx] = useWidth();
  const { record, shownPoint } = usePointView(pointId, text, widthPx);
  return (
    <div ref={place} className="dv-embedded">
      {shownPoint ? (
        <Shape name={view} shownPoint={shownPoint} onChange={change} />
      ) : record.error ? (
        <Failed error={record.error} onRetry={() => void record.refetch()} />
      ) : (
        <SkeletonChart height={240} />
      )}
    </div>
  );
}
