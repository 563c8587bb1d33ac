import './structures.css';
import { DeleteOutlined, LockOutlined, SaveOutlined } from '@ant-design/icons';
import { type Structure, structures } from '@plumbline/contract/structures';
import { Button, Input } from 'antd';
import { type KeyboardEvent, type PointerEvent, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LeaveGuard } from '../../design/form/leave.tsx';
import { IconButton } from '../../design/IconButton.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { useToasts } from '../../design/Toasts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useWrite } from '../../kernel/writes.ts';
import { moved, type PictureMark, type Place, placesFrom } from './marks.ts';

const step = 0.005;
const wideStep = 0.05;
const share = (value: number): number => Math.min(1, Math.max(0, Math.round(value * 10_000) / 10_000));

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
  const { t } = useTranslation();
  const toasts = useToasts();
  const { run: setMarks } = useWrite(structures.setMarks);
  const allowed = useAllowed();
  const guard = useId();
  const frame = useRef<HTMLDivElement>(null);
  const all = placesFrom(marks);
  const [changed, setChanged] = useState<ReadonlyMap<string, Place | null>>(new Map());
  const [chosen, setChosen] = useState<string | null>(null);
  const [dragging, setDragging] = useState(false);
  const [find, setFind] = useState('');
  const [busy, setBusy] = useState(false);
  const placeOf = (mark: PictureMark): Place | null => (changed.has(mark.key) ? changed.get(mark.key)! : mark.place);
  const isFixed = (mark: PictureMark): boolean =>
    closed || mark.locked || !allowed(structures.setMarks) || (mark.kind === 'item' && !allowed(structures.update));
  const current = all.find(({ key }) => key === chosen);
  const set = (mark: PictureMark, place: Place | null): void => setChanged(new Map(changed).set(mark.key, place));
  const atPointer = (event: PointerEvent): Place | null => {
    const box = frame.current?.getBoundingClientRect();
    if (!box?.width || !box.height) return null;
    return { x: share((event.clientX - box.x) / box.width), y: share((event.clientY - box.y) / box.height) };
  };
  const follow = (event: PointerEvent, mark: PictureMark | undefined): void => {
    const place = atPointer(event);
    if (mark && place && !isFixed(mark)) set(mark, place);
  };
  const key = (event: KeyboardEvent, mark: PictureMark): void => {
    const by = event.shiftKey ? wideStep : step;
    const ways: Record<string, readonly [number, number]> = {
      ArrowLeft: [-by, 0],
      ArrowRight: [by, 0],
      ArrowUp: [0, -by],
      ArrowDown: [0, by],
    };
    const way = ways[event.key];
    if (!way || isFixed(mark)) return;
    event.preventDefault();
    const from = placeOf(mark) ?? { x: 0.5, y: 0.5 };
    set(mark, { x: share(from.x + way[0]), y: share(from.y + way[1]) });
  };
  const save = async (): Promise<boolean> => {
    setBusy(true);
    try {
      await setMarks({ structureId: structure.id, ...moved(all, changed) });
      setChanged(new Map());
      toasts.done(t('common:saved'));
      return true;
    } catch (error) {
      toasts.failed(error);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const listed = all.filter(({ name }) => name.toLowerCase().includes(find.trim().toLowerCase()));
  return (
    <div className="st-marks">
      <div className="st-picture">
        <div
          ref={frame}
          className={`frame${current && !isFixed(current) ? ' setting' : ''}`}
          onPointerDown={(event) => {
            if (event.button !== 0) return;
            const hit = (event.target as HTMLElement).closest<HTMLElement>('[data-mark]')?.dataset.mark;
            if (hit) setChosen(hit);
            else follow(event, current);
            event.currentTarget.setPointerCapture(event.pointerId);
            setDragging(true);
          }}
          onPointerMove={(event) => dragging && follow(event, current)}
          onPointerUp={() => setDragging(false)}
          onPointerCancel={() => setDragging(false)}
        >
          <img src={address} alt={structure.name} draggable={false} />
          {all.map((mark) => {
            const place = placeOf(mark);
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
                  onFocus={() => setChosen(mark.key)}
                  onKeyDown={(event) => key(event, mark)}
                >
                  {mark.status ? <StatusMark status={mark.status} size={13} label={false} /> : mark.name}
                </button>
              )
            );
          })}
        </div>
        <p className="pl-sm pl-3">
          {current ? t('structures:marks.set', { name: current.name }) : t('structures:marks.choose')}
        </p>
      </div>
      <div className="st-list">
        <Input
          allowClear
          value={find}
          placeholder={t('structures:marks.find')}
          aria-label={t('structures:marks.find')}
          onChange={(event) => setFind(event.target.value)}
        />
        <ul className="pj-rows">
          {listed.slice(0, 300).map((mark) => (
            <li key={mark.key}>
              <button
                type="button"
                className={`pl-link pl-ell${mark.key === chosen ? ' chosen' : ''}`}
                aria-pressed={mark.key === chosen}
                onClick={() => setChosen(mark.key)}
                onKeyDown={(event) => key(event, mark)}
              >
                {mark.name}
              </button>
              <span className="pl-gap" />
              {mark.locked && <LockOutlined className="pl-3" aria-label={t('structures:marks.locked')} />}
              <span className="pl-sm pl-3">
                {placeOf(mark) ? t('structures:marks.placed') : t('structures:marks.unset')}
              </span>
              {placeOf(mark) && !isFixed(mark) && (
                <IconButton
                  icon={<DeleteOutlined />}
                  label={t('structures:marks.remove', { name: mark.name })}
                  onClick={() => set(mark, null)}
                />
              )}
            </li>
          ))}
        </ul>
        {listed.length > 300 && (
          <p className="pl-sm pl-3">{t('structures:marks.more', { count: listed.length - 300 })}</p>
        )}
        {changed.size > 0 && (
          <div className="pl-dirty-bar" role="status">
            <span>{t('forms:unsaved')}</span>
            <span className="pl-gap" />
            <Button type="text" disabled={busy} onClick={() => setChanged(new Map())}>
              {t('forms:undo')}
            </Button>
            <Button type="primary" icon={<SaveOutlined />} loading={busy} onClick={() => void save()}>
              {t('common:save')}
            </Button>
          </div>
        )}
      </div>
      <LeaveGuard id={guard} dirty={changed.size > 0} save={save} undo={() => setChanged(new Map())} />
    </div>
  );
}
