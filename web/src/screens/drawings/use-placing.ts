import { Failure } from '@plumbline/contract/kernel/errors';
import { urgencyOf } from '@plumbline/contract/kernel/status';
import { drawings, type PlacedDrawing } from '@plumbline/contract/site/drawings';
import { type AxisPlace, placeAt } from '@plumbline/contract/site/drawings.scale';
import { type KeyboardEvent, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../design/Toasts.tsx';
import type { PointNow } from '../../features/views/site-map/site-map.parts.tsx';
import { useWrite } from '../../kernel/writes.ts';
import type { Place } from './DrawingStage.tsx';
import { changesOf, formerPlaces, moved, newest, placesWith, rounded, type Steps, undone } from './moved-places.ts';

/** An arrow key moves by this share of the drawing; with Shift tenfold. */
const step = 0.002;
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** The most urgent first; those alike stay in the order of structures. */
export const inListOrder = (now: readonly PointNow[]): PointNow[] =>
  now.toSorted((a, b) => urgencyOf(b.status) - urgencyOf(a.status));

/** Its location is locked, or it is a snapshot. */
export const isFixed = ({ point }: PointNow): boolean => point.lockLocation || point.archivedAt !== null;

/**
 * Placing points: what was moved is shown at once and saved in one call. Invariant: it is saved over the places that its
 * author has seen; where somebody else was first, theirs are shown, and what was moved here is still there.
 */
export function usePlacing(drawing: PlacedDrawing, onEnd: () => void) {
  const [steps, setSteps] = useState<Steps>([]);
  const [chosen, setChosen] = useState<number | null>(null);
  const saving = useSaving(drawing, steps, () => {
    setSteps([]);
    onEnd();
  });
  const changes = newest(steps);
  const places = placesWith(drawing, changes);
  const set = (pointId: number, place: Place | null, isSameDrag = false): void =>
    setSteps((old) => moved(old, pointId, place && rounded(place), isSameDrag));
  const onKey = (event: KeyboardEvent, now: PointNow): void => {
    const way = ways[event.key];
    if (!way || isFixed(now)) return;
    event.preventDefault();
    event.stopPropagation();
    const by = step * (event.shiftKey ? 10 : 1);
    const from = places.get(now.point.id) ?? { x: 0.5, y: 0.5 };
    set(now.point.id, { x: from.x + way[0] * by, y: from.y + way[1] * by });
  };
  return {
    drawing,
    places,
    chosen,
    choose: setChosen,
    set,
    onKey,
    /** False where the coordinates lie outside of the drawing. */
    setAt: (pointId: number, at: AxisPlace): boolean => {
      const place = drawing.scale && placeAt(drawing.scale, at);
      if (place) set(pointId, place);
      return Boolean(place);
    },
    undo: () => setSteps(undone),
    reset: () => setSteps([]),
    canUndo: steps.length > 0,
    isMoved: (pointId: number) => changes.has(pointId),
    isChanged: changesOf(drawing, changes).length > 0,
    ...saving,
  };
}
export type Placing = ReturnType<typeof usePlacing>;

function useSaving(drawing: PlacedDrawing, steps: Steps, onSaved: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run, isPending } = useWrite(drawings.place);
  /** The drawing as whoever places points has seen it. */
  const [base, setBase] = useState(drawing);
  const [other, setOther] = useState<string | null>(null);
  const ids = { structureId: drawing.structureId, drawingId: drawing.id };
  const save = async (): Promise<boolean> => {
    const places = changesOf(base, newest(steps));
    if (places.length === 0) return true;
    const before = formerPlaces(base, places);
    try {
      const { drawing: saved } = await run({ ...ids, places }, { over: base });
      onSaved();
      toasts.done(t('drawings:placing.saved', { count: places.length }), {
        words: t('drawings:placing.undo'),
        run: () => run({ ...ids, places: before }, { over: saved }),
      });
      return true;
    } catch (error) {
      if (!(error instanceof Failure && error.name === 'changedMeanwhile')) toasts.failed(error);
      else {
        const { by = null, now } = (error.detail ?? {}) as { by?: string | null; now?: PlacedDrawing };
        if (now) setBase(now);
        setOther(by ?? '');
      }
      return false;
    }
  };
  return { save, isPending, other };
}
