import './structures.css';
import { DeleteOutlined, LockOutlined, SaveOutlined } from '@ant-design/icons';
import { type Structure, structures } from '@plumbline/contract/site/structures';
import { Button, Input } from 'antd';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { StatusMark } from '../../../design/Status.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import type { Reply } from '../../../kernel/queries.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { moved, type PictureMark, type Place, placesFrom } from './marks.ts';

const step = 0.005;
const wideStep = 0.05;
/** Where the arrows lead, in steps. */
const ways: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};
const share = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

const maxListed = 300;
/** Names beside that many marks can be told apart; of more, the chosen one's alone is shown. */
const maxNamed = 60;

/**
 * Items and points on the picture: chosen in the list, set by a click, dragged, moved by the arrow keys (Shift: tenfold).
 * Everything that was moved is saved in one call, all or none.
 */
export function PictureMarks({
  structure,
  address,
  marks,
  closed,
}: {
  structure: Structure;
  address: string;
  marks: Reply<typeof structures.marks>;
  closed: boolean;
}) {
  const guard = useId();
  const moving = useMovedMarks(structure.id, marks, closed);
  const [chosen, setChosen] = useState<string | null>(null);
  return (
    <div className="st-marks">
      <Picture structure={structure} address={address} moving={moving} chosen={chosen} onChoose={setChosen} />
      <div className="st-list">
        <MarkList moving={moving} chosen={chosen} onChoose={setChosen} />
        {moving.isChanged && <SaveBar moving={moving} />}
      </div>
      <LeaveGuard id={guard} dirty={moving.isChanged} save={moving.save} undo={moving.undo} />
    </div>
  );
}

/** The marks, those of them that were moved and are not saved yet, and who may move which. */
function useMovedMarks(structureId: number, marks: Reply<typeof structures.marks>, closed: boolean) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: setMarks, isPending: isSaving } = useWrite(structures.setMarks);
  const [changed, setChanged] = useState<ReadonlyMap<string, Place | null>>(new Map());
  const all = placesFrom(marks);
  const placeOf = ({ key, place }: PictureMark): Place | null => {
    const moved = changed.get(key);
    return moved === undefined ? place : moved;
  };
  const isFixed = ({ locked, kind }: PictureMark): boolean =>
    closed || locked || !allowed(structures.setMarks) || (kind === 'item' && !allowed(structures.update));
  const set = ({ key }: PictureMark, place: Place | null): void => setChanged(new Map(changed).set(key, place));
  const undo = (): void => setChanged(new Map());
  const onKey = (event: KeyboardEvent, mark: PictureMark): void => {
    const by = event.shiftKey ? wideStep : step;
    const way = ways[event.key];
    if (!way || isFixed(mark)) return;
    event.preventDefault();
    const from = placeOf(mark) ?? { x: 0.5, y: 0.5 };
    set(mark, { x: share(from.x + way[0] * by), y: share(from.y + way[1] * by) });
  };
  const save = async (): Promise<boolean> => {
    try {
      await setMarks({ structureId, ...moved(all, changed) });
      undo();
      toasts.done(t('common:saved'));
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    }
  };
  return { all, placeOf, isFixed, set, undo, onKey, save, isSaving, isChanged: changed.size > 0 };
}
type Moving = ReturnType<typeof useMovedMarks>;

/** A click sets the chosen mark, a mark is dragged. */
function useMarking(moving: Moving, current: PictureMark | undefined, onChoose: (key: string) => void) {
  const frame = useRef<HTMLDivElement>(null);
  const [dragging, setDragging] = useState(false);
  const follow = (event: PointerEvent): void => {
    const box = frame.current?.getBoundingClientRect();
    if (!current || moving.isFixed(current) || !box?.width || !box.height) return;
    moving.set(current, {
      x: share((event.clientX - box.x) / box.width),
      y: share((event.clientY - box.y) / box.height),
    });
  };
  const end = (): void => setDragging(false);
  const handlers = {
    onPointerDown: (event: PointerEvent): void => {
      if (event.button !== 0) return;
      const hit = (event.target as HTMLElement).closest<HTMLElement>('[data-mark]')?.dataset.mark;
      if (hit) onChoose(hit);
      else follow(event);
      event.currentTarget.setPointerCapture(event.pointerId);
      setDragging(true);
    },
    onPointerMove: (event: PointerEvent): void => {
      if (dragging) follow(event);
    },
    onPointerUp: end,
    onPointerCancel: end,
  };
  return { frame, handlers };
}

interface MarksProps {
  readonly moving: Moving;
  readonly chosen: string | null;
  readonly onChoose: (key: string) => void;
}

function Picture({
  structure,
  address,
  moving,
  chosen,
  onChoose,
}: MarksProps & { structure: Structure; address: string }) {
  const { t } = useTranslation();
  const current = moving.all.find(({ key }) => key === chosen);
  const { frame, handlers } = useMarking(moving, current, onChoose);
  const showNames = moving.all.filter((mark) => moving.placeOf(mark)).length <= maxNamed;
  return (
    <div className="st-picture">
      <div ref={frame} className={`frame${current && !moving.isFixed(current) ? ' setting' : ''}`} {...handlers}>
        <img src={address} alt={structure.name} draggable={false} />
        {moving.all.map((mark) => {
          const place = moving.placeOf(mark);
          return (
            place && (
              <button
                key={mark.key}
                type="button"
                data-mark={mark.key}
                className={`mark ${mark.kind}${mark.key === chosen ? ' chosen' : ''}`}
                style={{ left: `${place.x * 100}%`, top: `${place.y * 100}%` }}
                title={mark.name}
                aria-label={mark.name}
                onFocus={() => onChoose(mark.key)}
                onKeyDown={(event) => moving.onKey(event, mark)}
              >
                {mark.status ? <StatusMark status={mark.status} size={13} label={false} /> : mark.name}
                {mark.status && (showNames || mark.key === chosen) && (
                  <span className={`name${place.x > 0.85 ? ' left' : ''}`}>{mark.name}</span>
                )}
              </button>
            )
          );
        })}
      </div>
      <p className="pl-sm pl-3">
        {current ? t('structures:marks.set', { name: current.name }) : t('structures:marks.choose')}
      </p>
    </div>
  );
}

function MarkList({ moving, chosen, onChoose }: MarksProps) {
  const { t } = useTranslation();
  const [find, setFind] = useState('');
  const listed = moving.all.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <>
      <Input
        allowClear
        value={find}
        placeholder={t('structures:marks.find')}
        aria-label={t('structures:marks.find')}
        onChange={(event) => setFind(event.target.value)}
      />
      <ul className="pj-rows">
        {listed.slice(0, maxListed).map((mark) => (
          <li key={mark.key}>
            <button
              type="button"
              className={`pl-link pl-ell${mark.key === chosen ? ' chosen' : ''}`}
              aria-pressed={mark.key === chosen}
              onClick={() => onChoose(mark.key)}
              onKeyDown={(event) => moving.onKey(event, mark)}
            >
              {mark.name}
            </button>
            <span className="pl-gap" />
            {mark.locked && <LockOutlined className="pl-3" aria-label={t('structures:marks.locked')} />}
            <span className="pl-sm pl-3">
              {moving.placeOf(mark) ? t('structures:marks.placed') : t('structures:marks.unset')}
            </span>
            {moving.placeOf(mark) && !moving.isFixed(mark) && (
              <IconButton
                icon={<DeleteOutlined />}
                label={t('structures:marks.remove', { name: mark.name })}
                onClick={() => moving.set(mark, null)}
              />
            )}
          </li>
        ))}
      </ul>
      {listed.length > maxListed && (
        <p className="pl-sm pl-3">{t('structures:marks.more', { count: listed.length - maxListed })}</p>
      )}
    </>
  );
}

function SaveBar({ moving: { isSaving, undo, save } }: { moving: Moving }) {
  const { t } = useTranslation();
  return (
    <div className="pl-dirty-bar" role="status">
      <span>{t('forms:unsaved')}</span>
      <span className="pl-gap" />
      <Button type="text" disabled={isSaving} onClick={undo}>
        {t('forms:undo')}
      </Button>
      <Button type="primary" icon={<SaveOutlined />} loading={isSaving} onClick={() => void save()}>
        {t('common:save')}
      </Button>
    </div>
  );
}
