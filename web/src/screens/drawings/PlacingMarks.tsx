import { type PointerEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { StatusMark } from '../../design/Status.tsx';
import { useStatusWords } from '../../design/status-words.ts';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import type { Stage } from './DrawingStage.tsx';
import { isFixed, type Placing } from './use-placing.ts';

/** Names beside more marks than these cannot be told apart: then the chosen one's alone is shown. */
const maxNamed = 60;

/** The points while they are placed: each a button that is dragged, or moved by the arrow keys. */
export function PlacingMarks({ now, placing, stage }: { now: readonly PointNow[]; placing: Placing; stage: Stage }) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const drag = useDrag(placing, stage);
  return (
    <div className="dr-marks placing">
      {now.map((each) => {
        const { id, name } = each.point;
        const place = placing.places.get(id);
        if (!place) return null;
        const isChosen = id === placing.chosen;
        return (
          <button
            key={id}
            type="button"
            className={`mark${isChosen ? ' chosen' : ''}${placing.isMoved(id) ? ' moved' : ''}${isFixed(each) ? ' fixed' : ''}`}
            style={{ left: place.x * stage.width, top: place.y * stage.height }}
            title={isFixed(each) ? `${name}: ${t('drawings:placing.locked')}` : name}
            aria-pressed={isChosen}
            onFocus={() => placing.choose(id)}
            onKeyDown={(event) => placing.onKey(event, each)}
            {...(isFixed(each) ? {} : drag(id))}
          >
            <span className="pl-boxless" aria-hidden="true">
              <StatusMark status={each.status} size={13} label={false} />
            </span>
            <span className="pl-visually-hidden">{`${name}, ${words(each.status).full}`}</span>
            {(placing.places.size <= maxNamed || isChosen) && (
              <span className={`name${place.x > 0.85 ? ' left' : ''}`} aria-hidden="true">
                {name}
              </span>
            )}
          </button>
        );
      })}
    </div>
  );
}

/** A mark follows the pointer from where it was taken hold of; the whole drag is one step. */
function useDrag(placing: Placing, stage: Stage) {
  const dragging = useRef<{ readonly id: number; begun: boolean } | null>(null);
  const end = (): void => {
    dragging.current = null;
  };
  return (id: number) => ({
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      placing.choose(id);
      dragging.current = { id, begun: false };
      event.currentTarget.setPointerCapture(event.pointerId);
    },
    onPointerMove: (event: PointerEvent): void => {
      const current = dragging.current;
      const place = current?.id === id ? stage.placeOf(event) : null;
      if (!current || !place) return;
      placing.set(id, place, current.begun);
      current.begun = true;
    },
    onPointerUp: end,
    onPointerCancel: end,
  });
}
