import './chart.css';
import { type MouseEvent, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../../design/theme.tsx';
import { Crosshair } from './Crosshair.tsx';
import { pressKey } from './crosshair-keys.ts';
import type { ChartKind } from './kind.ts';
import type { Spot } from './plane.ts';
import type { ChartBox } from './range.ts';
import type { CrosshairState } from './use-crosshair.ts';
import { useDrawing } from './use-drawing.ts';
import { useGestures } from './use-gestures.ts';
import type { Moving } from './use-view.ts';

/** The plot with what lies over it: crosshair, a box that is being drawn, and the words where nothing is to be seen. */
export function Stage<Content>({
  kind,
  content,
  heightPx,
  label,
  moving,
  crosshair,
  onBox,
}: {
  kind: ChartKind<Content>;
  content: Content;
  heightPx: number;
  /** What a screen reader says. */
  label: string;
  moving: Moving;
  crosshair: CrosshairState;
  onBox: ((box: ChartBox) => void) | undefined;
}) {
  const { t } = useTranslation();
  const tokens = useTokens();
  const place = useRef<HTMLDivElement>(null);
  const { plot, plane, widthPx } = useDrawing(kind, content, moving.view, heightPx);
  const stops = kind.stopsOf(content);
  const { at, cross } = crosshair;
  const onPress = (spot: Spot, pointerType: string): void =>
    crosshair.press(plane?.stopAt(spot, stops) ?? null, pointerType);
  const { isDragging, box } = useGestures(place, { kind, moving, plane, onBox, onPress });
  return (
    <div
      ref={place}
      className={`pl-chart${kind.direction === 'y' ? ' down' : ''}${isDragging ? ' dragging' : ''}${onBox ? ' boxing' : ''}`}
      style={{ height: heightPx }}
      role="img"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the crosshair is moved by keys
      tabIndex={0}
      aria-label={label}
      onPointerMove={(event) => plane && !isDragging && cross(plane.stopAt(spotOf(event), stops))}
      onPointerLeave={({ pointerType }) => pointerType !== 'touch' && cross(null)}
      onKeyDown={(event) => {
        if (pressKey(event.key, { kind, stops, crosshair, moving })) event.preventDefault();
      }}
    >
      <div ref={plot} className="plot" />
      {plane && at !== null && (
        <Crosshair
          plane={plane}
          at={at}
          dots={kind.dotsAt(content, at, tokens)}
          words={kind.positionWords(content, at).short}
          widthPx={widthPx}
        />
      )}
      {box && <BoxMark {...box} />}
      {!kind.hasValues(content) && <div className="nothing pl-3">{t('common:chart.noData')}</div>}
    </div>
  );
}

function spotOf({ clientX, clientY, currentTarget }: MouseEvent): Spot {
  const { left, top } = currentTarget.getBoundingClientRect();
  return { x: clientX - left, y: clientY - top };
}

/** A rectangle that is being drawn. */
const BoxMark = ({ from, to }: { from: Spot; to: Spot }) => (
  <div
    className="box"
    style={{
      left: Math.min(from.x, to.x),
      top: Math.min(from.y, to.y),
      width: Math.abs(from.x - to.x),
      height: Math.abs(from.y - to.y),
    }}
  />
);
