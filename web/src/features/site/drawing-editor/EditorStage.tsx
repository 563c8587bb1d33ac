import type { Drawing } from '@plumbline/contract/site/drawings';
import { type MouseEvent, type PointerEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { spotIn } from '../../../design/enlarged.ts';
import { useTokens } from '../../../design/theme.tsx';
import { usePictureSight, zoomStep } from '../../../maps/use-picture-sight.ts';
import { PlaneAxes, themed } from '../drawings/plane.parts.tsx';
import { type At, metresAt, sizeOf, svgOf, unitsAt } from './sheet.ts';
import type { Editor } from './use-editor.ts';

/** Nearer than this to where the button went down, a click is a click and no dragging. */
const stillPx = 4;
/** What is near enough to be meant, px. */
const nearPx = 8;

/**
 * Long because all that the pointer does on the sheet is here.
 * The sheet as it will be seen, and over it what is being drawn.
 */
export function EditorStage({
  editor,
  drawing,
  label,
}: {
  editor: Editor;
  drawing: Drawing;
  label: (at: At) => string;
}) {
  const { t } = useTranslation();
  const tokens = useTokens();
  const { sheet, tool, draft } = editor;
  const size = sizeOf(sheet.extent);
  const sight = usePictureSight(size);
  const { place, effective } = sight;
  const [under, setUnder] = useState<At | null>(null);
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  const metresPx = 1 / (size.units * (effective.scale || 1));
  const at = ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): At | null => {
    if (!place.current || !effective.scale) return null;
    const spot = spotIn(place.current, { clientX, clientY });
    const x = (spot.x - effective.left) / effective.scale;
    const y = (spot.y - effective.top) / effective.scale;
    return x >= 0 && y >= 0 && x <= size.width && y <= size.height ? metresAt(sheet.extent, [x, y]) : null;
  };
  const click = (event: PointerEvent): void => {
    const began = from.current;
    from.current = null;
    if (!began || Math.hypot(event.clientX - began.x, event.clientY - began.y) > stillPx) return;
    const there = at(event);
    if (!there) return;
    if (tool === 'select') editor.pick(there, nearPx * metresPx);
    else editor.vertex(editor.place(there, nearPx * metresPx));
  };
  const next = under && (tool === 'line' || tool === 'area') ? editor.place(under, nearPx * metresPx) : null;
  const line = [...draft, ...(next && draft.length > 0 ? [next] : [])].map((each) => unitsAt(sheet.extent, each));
  return (
    <div className="dw-window">
      {/* biome-ignore lint/a11y/useSemanticElements: a sheet that is drawn on */}
      <div
        ref={place}
        className={`view ${tool}`}
        role="group"
        aria-label={t('drawingEditor:sheet')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys finish, undo, move and delete
        tabIndex={0}
        {...sight.handlers}
        onKeyDown={(event) => {
          editor.onKey(event);
          if (!event.isPropagationStopped()) sight.handlers.onKeyDown(event);
        }}
        onPointerDownCapture={(event) => {
          const isButton = (event.target as HTMLElement).closest('button') !== null;
          from.current = isButton || event.button !== 0 ? null : { x: event.clientX, y: event.clientY };
        }}
        onPointerUpCapture={click}
        onPointerMoveCapture={(event) => setUnder(at(event))}
        onPointerLeave={() => setUnder(null)}
        onDoubleClick={(event: MouseEvent) => {
          event.preventDefault();
          editor.finish();
        }}
      >
        <div className="stage" style={sight.stage}>
          <img
            alt=""
            draggable={false}
            src={`data:image/svg+xml,${encodeURIComponent(themed(svgOf(sheet), tokens))}`}
          />
          <svg className="over" viewBox={`0 0 ${size.width} ${size.height}`} aria-hidden="true">
            {line.length > 0 && <polyline points={line.map((each) => each.join()).join(' ')} />}
            {draft.map((each) => {
              const [cx, cy] = unitsAt(sheet.extent, each);
              return <circle key={each.join()} cx={cx} cy={cy} r={4 / (effective.scale || 1)} />;
            })}
          </svg>
          <Vertices editor={editor} scale={effective.scale} at={at} metresPx={metresPx} />
        </div>
        {drawing.scale && effective.scale > 0 && <PlaneAxes drawing={drawing} scale={drawing.scale} sight={sight} />}
      </div>
      <div className="zoom">
        <button type="button" aria-label={t('structures:sight.in')} onClick={() => sight.zoom(zoomStep)}>
          +
        </button>
        <button type="button" aria-label={t('structures:sight.out')} onClick={() => sight.zoom(1 / zoomStep)}>
          −
        </button>
      </div>
      {under && <div className="under pl-sm">{label(next ?? under)}</div>}
    </div>
  );
}

/** The vertices of the chosen shape: dragged, the whole drag one step. */
function Vertices({
  editor,
  scale,
  at,
  metresPx,
}: {
  editor: Editor;
  scale: number;
  at: (event: PointerEvent) => At | null;
  metresPx: number;
}) {
  const { t } = useTranslation();
  const dragging = useRef<{ readonly index: number; begun: boolean } | null>(null);
  const { shape, sheet } = editor;
  if (!shape) return null;
  return shape.at.map((each, index) => {
    const [x, y] = unitsAt(sheet.extent, each);
    return (
      <button
        // biome-ignore lint/suspicious/noArrayIndexKey: vertices are known by their place
        key={index}
        type="button"
        className="vertex"
        style={{ left: x * scale, top: y * scale }}
        aria-label={t('drawingEditor:vertex', { number: index + 1 })}
        onPointerDown={(event) => {
          if (event.button !== 0) return;
          event.stopPropagation();
          event.currentTarget.setPointerCapture(event.pointerId);
          dragging.current = { index, begun: false };
        }}
        onPointerMove={(event) => {
          const drag = dragging.current;
          const there = drag && at(event);
          if (!drag || !there) return;
          const isMoved = Math.hypot(there[0] - each[0], there[1] - each[1]) > stillPx * metresPx;
          if (!drag.begun && !isMoved) return;
          editor.dragVertex(index, editor.place(there, 0), drag.begun);
          drag.begun = true;
        }}
        onPointerUp={() => {
          dragging.current = null;
        }}
        onPointerCancel={() => {
          dragging.current = null;
        }}
      />
    );
  });
}
