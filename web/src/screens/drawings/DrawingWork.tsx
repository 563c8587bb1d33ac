import type { PlacedDrawing } from '@plumbline/contract/site/drawings';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { DrawingStage } from './DrawingStage.tsx';
import { PlacingMarks } from './PlacingMarks.tsx';
import { PlacingPanel } from './PlacingPanel.tsx';
import { ScaleMarks, ScalePanel, useScaling } from './ScalePanel.tsx';
import { shownVersion } from './shown-version.ts';
import { inListOrder, isFixed, type Placing, usePlacing } from './use-placing.ts';

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
      ? (place: { x: number; y: number }) => {
          const { id } = current.point;
          const next = placing.places.has(id) ? null : nextToPlace(now, placing, id);
          placing.set(id, place);
          // Ten points are ten clicks: the next without a place is at hand.
          if (next !== null) placing.choose(next);
        }
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

/** The point without a place that the list has after this one, else its first. */
function nextToPlace(now: readonly PointNow[], placing: Placing, after: number): number | null {
  const open = inListOrder(now).filter((each) => !isFixed(each) && !placing.places.has(each.point.id));
  const at = open.findIndex(({ point }) => point.id === after);
  return (open[at + 1] ?? open.find(({ point }) => point.id !== after))?.point.id ?? null;
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
