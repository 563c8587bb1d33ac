import { AimOutlined, SaveOutlined } from '@ant-design/icons';
import { drawings, type PlacedDrawing } from '@plumbline/contract/site/drawings';
import { axesOf, DrawingScale } from '@plumbline/contract/site/drawings.scale';
import { Button } from 'antd';
import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { wordKey } from '../../kernel/words.ts';
import { useWrite } from '../../kernel/writes.ts';
import type { Place, Stage } from './DrawingStage.tsx';
import { MetreField } from './MetreField.tsx';

const ends = ['first', 'second'] as const;
type End = (typeof ends)[number];
interface Known {
  readonly x: number | null;
  readonly y: number | null;
  readonly across: number | null;
  readonly up: number | null;
}
const open: Known = { x: null, y: null, across: null, up: null };

/** The two known points of a drawing while they are set. */
export function useScaling(drawing: PlacedDrawing, onEnd: () => void) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run, isPending } = useWrite(drawings.update);
  /** The drawing as whoever sets its scale has seen it. */
  const [base] = useState(drawing);
  const [typedEnds, setTypedEnds] = useState<Readonly<Record<End, Known>>>(base.scale ?? { first: open, second: open });
  const [current, setCurrent] = useState<End>('first');
  const [isTouched, setTouched] = useState(false);
  const change = (end: End, part: Partial<Known>): void => {
    setTouched(true);
    setTypedEnds((old) => ({ ...old, [end]: { ...old[end], ...part } }));
  };
  const read = DrawingScale.safeParse(typedEnds);
  const isComplete = ends.every((end) => Object.values(typedEnds[end]).every((value) => value !== null));
  const write = async (scale: DrawingScale | null): Promise<boolean> => {
    try {
      await run({ structureId: drawing.structureId, drawingId: drawing.id, scale }, { over: base });
      setTouched(false);
      toasts.done(t(scale ? 'drawings:scale.saved' : 'drawings:scale.removed'));
      onEnd();
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    }
  };
  return {
    drawing,
    known: typedEnds,
    current,
    choose: setCurrent,
    pick: ({ x, y }: Place): void => {
      change(current, { x, y });
      if (current === 'first' && typedEnds.second.x === null) setCurrent('second');
    },
    change,
    /** Why it cannot be saved yet; null = it can, or something is still missing. */
    fault: isComplete && !read.success ? (read.error.issues[0]?.message ?? null) : null,
    canSave: isTouched && read.success,
    isTouched,
    isPending,
    save: () => (read.success ? write(read.data) : Promise.resolve(false)),
    remove: () => write(null),
    reset: () => setTouched(false),
  };
}
type Scaling = ReturnType<typeof useScaling>;

/** The two known points on the drawing. */
export const ScaleMarks = ({ scaling: { known, current }, stage }: { scaling: Scaling; stage: Stage }) => (
  <div className="dr-marks">
    {ends.map((end, i) => {
      const { x, y } = known[end];
      return (
        x !== null &&
        y !== null && (
          <span
            key={end}
            className={`dr-known${end === current ? ' on' : ''}`}
            style={{ left: x * stage.width, top: y * stage.height }}
          >
            <AimOutlined />
            <b>{i + 1}</b>
          </span>
        )
      );
    })}
  </div>
);

/** Beside the drawing while its scale is set: where each of two points lies on site. */
export function ScalePanel({ scaling, onEnd }: { scaling: Scaling; onEnd: () => void }) {
  const { t } = useTranslation();
  const guard = useId();
  const { drawing, fault } = scaling;
  return (
    <aside className="dr-side" aria-label={t('drawings:scale.title')}>
      <div className="head">
        <h2>{t('drawings:scale.title')}</h2>
      </div>
      <p className="pl-sm pl-2 help">{t('drawings:scale.help')}</p>
      {ends.map((end, i) => (
        <PointFields key={end} end={end} number={i + 1} scaling={scaling} />
      ))}
      {fault && (
        <p className="pl-sm pl-wrong help" role="alert">
          {t(wordKey(`forms:issue.${fault}`))}
        </p>
      )}
      <span className="pl-gap" />
      <div className="foot pl-row">
        <Button disabled={scaling.isPending} onClick={onEnd}>
          {t('common:cancel')}
        </Button>
        {drawing.scale && (
          <Button danger disabled={scaling.isPending} onClick={() => void scaling.remove()}>
            {t('drawings:scale.remove')}
          </Button>
        )}
        <span className="pl-gap" />
        <Button
          type="primary"
          icon={<SaveOutlined />}
          disabled={!scaling.canSave}
          loading={scaling.isPending}
          onClick={() => void scaling.save()}
        >
          {t('common:save')}
        </Button>
      </div>
      <LeaveGuard id={guard} dirty={scaling.isTouched} save={scaling.save} undo={scaling.reset} />
    </aside>
  );
}

function PointFields({ end, number, scaling }: { end: End; number: number; scaling: Scaling }) {
  const { t } = useTranslation();
  const typedEnd = scaling.known[end];
  const axes = axesOf[scaling.drawing.plane];
  const field = (which: 'across' | 'up') => (
    <MetreField
      label={t(`drawings:axis.${axes[which]}`)}
      value={typedEnd[which]}
      onFocus={() => scaling.choose(end)}
      onChange={(value) => scaling.change(end, { [which]: value })}
    />
  );
  return (
    <fieldset className={`dr-coordinates${scaling.current === end ? ' on' : ''}`}>
      <legend>{t('drawings:scale.point', { number })}</legend>
      {field('across')}
      {field('up')}
      <Button
        icon={<AimOutlined />}
        type={scaling.current === end ? 'primary' : 'default'}
        ghost={scaling.current === end}
        aria-pressed={scaling.current === end}
        onClick={() => scaling.choose(end)}
      >
        {t(typedEnd.x === null ? 'drawings:scale.pick' : 'drawings:scale.pickAgain')}
      </Button>
    </fieldset>
  );
}
