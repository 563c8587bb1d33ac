import type { PlacedDrawing } from '@plumbline/contract/drawings';
import type { PointNow } from '../site/site.parts.tsx';
import { DrawingStage } from './DrawingStage.tsx';
import { PlacingMarks } from './PlacingMarks.tsx';
import { PlacingPanel } from './PlacingPanel.tsx';
import { ScaleMarks, ScalePanel, useScaling } from './ScalePanel.tsx';
import { shownVersion } from './shown-version.ts';
import { isFixed, usePlacing } from './use-placing.ts';

interface Working {
  readonly drawing: PlacedDrawing;
  readonly now: readonly PointNow[];
  readonly onEnd: () => void;
}

/** A drawing while something of it is set. */
export const DrawingWork = ({ act, ...working }: Working & { act: 'place' | 'scale' }) =>
  act === 'place' ? <PlacePoints {...working} /> : <SetScale {...working} />;

function PlacePoints({ drawing, now, onEnd }: Working) {
  const placing = usePlacing(drawing, onEnd);
  const current = now.find(({ point }) => point.id === placing.chosen);
  const onPick =
    current && !isFixed(current)
      ? (place: { x: number; y: number }) => placing.set(current.point.id, place)
      : undefined;
  return (
    <div className="dr-work">
      <DrawingStage drawing={drawing} version={shownVersion(drawing)} onPick={onPick}>
        {(stage) => <PlacingMarks now={now} placing={placing} stage={stage} />}
      </DrawingStage>
      <PlacingPanel now={now} placing={placing} onEnd={onEnd} />
    </div>
  );
}

function SetScale({ drawing, onEnd }: Working) {
  const scaling = useScaling(drawing, onEnd);
  return (
    <div className="dr-work">
      <DrawingStage drawing={drawing} version={shownVersion(drawing)} onPick={scaling.pick}>
        {(stage) => <ScaleMarks scaling={scaling} stage={stage} />}
      </DrawingStage>
      <ScalePanel scaling={scaling} onEnd={onEnd} />
    </div>
  );
}
