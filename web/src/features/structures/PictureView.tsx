import './structures.css';
import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { urgencyOf } from '@plumbline/contract/status';
import { type Structure, structures } from '@plumbline/contract/structures';
import { Button } from 'antd';
import { type KeyboardEvent, type PointerEvent, useEffect, useMemo, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useBoxSize } from '../../design/box-size.ts';
import { usePicture } from '../../design/form/use-picture.ts';
import { SkeletonChart } from '../../design/States.tsx';
import { StatusMark } from '../../design/Status.tsx';
import { useStatusWords } from '../../design/status-words.ts';
import { download } from '../../kernel/call.ts';
import { formatNumber } from '../../kernel/format.ts';
import { useRead } from '../../kernel/reads.ts';
import type { PointNow } from '../projects/projects.parts.tsx';
import { fitted, labelled, panned, type Sight, zoomed } from './picture-sight.ts';

/** More marks than this would cover one another: then only what is not normal, and what is chosen, is drawn. */
const maxMarkers = 500;

/**
 * A structure on its picture: its items and points where they are marked, coloured by level, with their names where there
 * is feature. Wheel, pinch, buttons and + - 0 zoom; dragging and the arrows move it; a mark opens its point.
 */
export function PictureView({
  structure,
  now,
  chosen,
  onChoose,
  itemId,
  onItem,
}: {
  structure: Structure;
  now: readonly PointNow[];
  chosen: number | null;
  onChoose: (pointId: number) => void;
  itemId: number | null;
  onItem: (itemId: number) => void;
}) {
  const { t } = useTranslation();
  const words = useStatusWords();
  const structureId = structure.id;
  const address = usePicture(structure.picture, async () => (await download(structures.picture, { structureId })).blob);
  const marked = useRead(structures.marks, { structureId });
  const place = useRef<HTMLDivElement>(null);
  const [size, setSize] = useState({ width: 0, height: 0 });
  const box = useBoxSize(place);
  const [sight, setSight] = useState<Sight | null>(null);
  const dragged = useRef<{ x: number; y: number } | null>(null);
  const effective = sight ?? fitted(size, box);
  // A wheel that zooms must keep the page from scrolling, which only a listener of our own may.
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const wheel = (event: WheelEvent): void => {
      event.preventDefault();
      const { x, y } = element.getBoundingClientRect();
      const by = Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015));
      setSight((old) =>
        zoomed(old ?? fitted(size, box), by, { x: event.clientX - x, y: event.clientY - y }, size, box),
      );
    };
    element.addEventListener('wheel', wheel, { passive: false });
    return () => element.removeEventListener('wheel', wheel);
  }, [size, box]);

  const placed = useMemo(() => now.filter(({ point }) => point.imageLocation !== null), [now]);
  const drawn = useMemo(
    () =>
      placed.length > maxMarkers
        ? placed.filter(({ point, status }) => urgencyOf(status) > 0 || point.id === chosen)
        : placed,
    [placed, chosen],
  );
  const named = useMemo(
    () =>
      labelled(
        drawn.map(({ point, status }) => ({
          id: point.id,
          text: point.name,
          first: point.id === chosen ? 9 : urgencyOf(status),
          x: effective.left + point.imageLocation!.x * size.width * effective.scale,
          y: effective.top + point.imageLocation!.y * size.height * effective.scale,
        })),
        box.width,
      ),
    [drawn, chosen, effective, size, box.width],
  );
  const middle = { x: box.width / 2, y: box.height / 2 };
  const zoom = (by: number): void => setSight(zoomed(effective, by, middle, size, box));
  const key = (event: KeyboardEvent): void => {
    const by: Record<string, readonly [number, number]> = {
      ArrowLeft: [60, 0],
      ArrowRight: [-60, 0],
      ArrowUp: [0, 60],
      ArrowDown: [0, -60],
    };
    const way = by[event.key];
    if (way) setSight(panned(effective, way[0], way[1], size, box));
    else if (event.key === '+' || event.key === '=') zoom(1.4);
    else if (event.key === '-') zoom(1 / 1.4);
    else if (event.key === '0') setSight(null);
    else return;
    event.preventDefault();
  };
  const drag = (event: PointerEvent): void => {
    const from = dragged.current;
    if (!from) return;
    dragged.current = { x: event.clientX, y: event.clientY };
    setSight(panned(effective, event.clientX - from.x, event.clientY - from.y, size, box));
  };
  const items = itemId === null ? (marked.data?.items.filter((item) => item.place !== null) ?? []) : [];
  return (
    <div className="st-sight">
      {/* biome-ignore lint/a11y/useSemanticElements: a picture that is moved about, with buttons on it */}
      <div
        ref={place}
        className="view"
        role="group"
        aria-label={t('structures:sight.label', { name: structure.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: plus, minus and the arrows move the picture
        tabIndex={0}
        onKeyDown={key}
        onPointerDown={(event) => {
          if (event.button !== 0 || (event.target as HTMLElement).closest('button')) return;
          dragged.current = { x: event.clientX, y: event.clientY };
          event.currentTarget.setPointerCapture(event.pointerId);
        }}
        onPointerMove={drag}
        onPointerUp={() => (dragged.current = null)}
        onPointerCancel={() => (dragged.current = null)}
      >
        {address === null ? (
          <SkeletonChart height={320} />
        ) : (
          <div
            className="stage"
            style={{
              left: effective.left,
              top: effective.top,
              width: size.width * effective.scale || '100%',
              height: size.height * effective.scale || 'auto',
            }}
          >
            <img
              src={address}
              alt={structure.name}
              draggable={false}
              onLoad={(event) =>
                setSize({ width: event.currentTarget.naturalWidth, height: event.currentTarget.naturalHeight })
              }
            />
            {size.width > 0 &&
              items.map(({ itemId: id, name, place: at }) => (
                <button
                  key={`i${id}`}
                  type="button"
                  className="mark item"
                  style={{ left: `${at!.x * 100}%`, top: `${at!.y * 100}%` }}
                  onClick={() => onItem(id)}
                >
                  {name}
                </button>
              ))}
            {size.width > 0 &&
              drawn.map(({ point, status, value, unit, precision }) => (
                <button
                  key={point.id}
                  type="button"
                  className={`mark${point.id === chosen ? ' chosen' : ''}`}
                  style={{
                    left: `${point.imageLocation!.x * 100}%`,
                    top: `${point.imageLocation!.y * 100}%`,
                    zIndex: point.id === chosen ? 90 : Math.round(urgencyOf(status) * 10),
                  }}
                  title={`${point.name} ${formatNumber(value, precision)} ${unit}, ${words(status).full}`}
                  aria-label={`${point.name}, ${words(status).full}`}
                  aria-pressed={point.id === chosen}
                  onClick={() => onChoose(point.id)}
                >
                  <StatusMark status={status} size={18} label={false} />
                  {named.has(point.id) && <span className={`name ${named.get(point.id)}`}>{point.name}</span>}
                </button>
              ))}
          </div>
        )}
      </div>
      <div className="tools">
        <Button
          icon={<PlusOutlined />}
          aria-label={t('structures:sight.in')}
          title={t('structures:sight.in')}
          onClick={() => zoom(1.4)}
        />
        <Button
          icon={<MinusOutlined />}
          aria-label={t('structures:sight.out')}
          title={t('structures:sight.out')}
          onClick={() => zoom(1 / 1.4)}
        />
        <Button
          icon={<ExpandOutlined />}
          aria-label={t('structures:sight.fit')}
          title={t('structures:sight.fit')}
          onClick={() => setSight(null)}
        />
      </div>
      <p className="foot pl-sm pl-3">
        {[
          placed.length < now.length && t('structures:sight.noPlace', { count: now.length - placed.length }),
          drawn.length < placed.length && t('structures:sight.loudOnly', { count: placed.length - drawn.length }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </div>
  );
}
