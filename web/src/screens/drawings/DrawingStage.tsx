import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { Drawing, DrawingVersion } from '@plumbline/contract/site/drawings';
import { type AxisPlace, axesAt, axesOf } from '@plumbline/contract/site/drawings.scale';
import { Button } from 'antd';
import {
  type CSSProperties,
  type PointerEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useTranslation } from 'react-i18next';
import { spotIn } from '../../design/enlarged.ts';
import { Failed, SkeletonChart } from '../../design/States.tsx';
import { useDrawingFile } from '../../features/site/drawings/drawings.queries.ts';
import { chainageText, PlaneAxes } from '../../features/site/drawings/plane.parts.tsx';
import { type PictureSight, usePictureSight, zoomStep } from '../../maps/use-picture-sight.ts';

export interface Place {
  readonly x: number;
  readonly y: number;
}
/** The drawing as it is drawn: its size on the screen once it rests, px. What is zoomed meanwhile is scaled as a whole. */
export interface Stage {
  readonly width: number;
  readonly height: number;
  readonly zoom: (by: number) => void;
  /** The place of the drawing under the pointer; null = outside of it. */
  readonly placeOf: (event: { readonly clientX: number; readonly clientY: number }) => Place | null;
}

/** Nearer than this to where the button went down, a click is a click and no dragging. */
const stillPx = 4;

/**
 * A drawing in its window: wheel, pinch, buttons and + - 0 zoom, dragging and the arrows move it; what lies on it moves with
 * it. `onPick` gets the place that is clicked.
 */
export function DrawingStage({
  drawing,
  version,
  onPick,
  isSmall = false,
  children,
}: {
  drawing: Drawing;
  version: DrawingVersion;
  /** Without buttons over it: wheel, pinch and keys do the same. */
  isSmall?: boolean;
  onPick?: ((place: Place) => void) | undefined;
  children: (stage: Stage) => ReactNode;
}) {
  const { t } = useTranslation();
  const file = useDrawingFile(drawing);
  const sight = usePictureSight(version);
  const { stage, style } = useStage(sight);
  const pick = usePick(stage, onPick);
  if (file.error) return <Failed error={file.error} onRetry={file.retry} />;
  return (
    <div className="dr-window">
      {/* biome-ignore lint/a11y/useSemanticElements: a drawing that is moved about, with buttons on it */}
      <div
        ref={sight.place}
        className={`view${onPick ? ' picking' : ''}`}
        role="group"
        aria-label={t('drawings:viewLabel', { name: drawing.name })}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: plus, minus and the arrows move the drawing
        tabIndex={0}
        {...sight.handlers}
        {...pick}
      >
        {file.address === null ? (
          <SkeletonChart height={320} />
        ) : (
          <div className={`stage${version.isThemed ? '' : ' sheet'}`} style={style}>
            <img src={file.address} alt={drawing.name} draggable={false} />
            {stage.width > 0 && children(stage)}
          </div>
        )}
        {drawing.scale && stage.width > 0 && <PlaneAxes drawing={drawing} scale={drawing.scale} sight={sight} />}
      </div>
      {!isSmall && <ZoomButtons sight={sight} />}
      <Under drawing={drawing} stage={stage} place={sight.place} />
    </div>
  );
}

/** Between two steps of a wheel; a drawing that is zoomed no further for so long is laid out at its size. */
const settleMs = 160;

/** A number once it has stood for a while after it was painted: where frames take long, the next step of a wheel still comes first. */
function useRested(value: number): number {
  const [rested, setRested] = useState(value);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let frame = requestAnimationFrame(() => {
      frame = requestAnimationFrame(() => {
        timer = setTimeout(() => setRested(value), settleMs);
      });
    });
    return () => {
      cancelAnimationFrame(frame);
      clearTimeout(timer);
    };
  }, [value]);
  return rested;
}

/**
 * While a drawing is zoomed, the compositor scales all that lies on it as one layer: nothing is laid out, painted or computed
 * for a frame, however many points there are. At rest it is drawn at its size.
 */
function useStage({ place, effective, size, zoom }: PictureSight): {
  stage: Stage;
  style: CSSProperties;
} {
  const settled = useRested(effective.scale);
  const laidOut = settled > 0 ? settled : effective.scale;
  const [width, height] = [size.width * laidOut, size.height * laidOut];
  const by = laidOut > 0 ? effective.scale / laidOut : 1;
  const move = `translate(${effective.left}px, ${effective.top}px)`;
  const style = {
    left: 0,
    top: 0,
    transformOrigin: '0 0',
    transform: by === 1 ? move : `${move} scale(${by})`,
    width: width || '100%',
    height: height || 'auto',
  };
  const stage = {
    width,
    height,
    zoom,
    placeOf: ({ clientX, clientY }: { readonly clientX: number; readonly clientY: number }): Place | null => {
      if (!place.current || width === 0) return null;
      const spot = spotIn(place.current, { clientX, clientY });
      const x = (spot.x - effective.left) / (size.width * effective.scale);
      const y = (spot.y - effective.top) / (size.height * effective.scale);
      return x >= 0 && x <= 1 && y >= 0 && y <= 1 ? { x, y } : null;
    },
  };
  return { stage, style };
}

/** A click that was no dragging. */
function usePick({ placeOf }: Stage, onPick: ((place: Place) => void) | undefined) {
  const from = useRef<{ readonly x: number; readonly y: number } | null>(null);
  if (!onPick) return {};
  return {
    onPointerDownCapture: (event: PointerEvent): void => {
      const isButton = (event.target as HTMLElement).closest('button') !== null;
      from.current = isButton || event.button !== 0 ? null : { x: event.clientX, y: event.clientY };
    },
    onPointerUpCapture: (event: PointerEvent): void => {
      const began = from.current;
      from.current = null;
      if (!began || Math.hypot(event.clientX - began.x, event.clientY - began.y) > stillPx) return;
      const place = placeOf(event);
      if (place) onPick(place);
    },
  };
}

function ZoomButtons({ sight: { zoom, fit } }: { sight: PictureSight }) {
  const { t } = useTranslation();
  const button = (icon: ReactNode, words: string, act: () => void) => (
    <Button icon={icon} aria-label={words} title={words} onClick={act} />
  );
  return (
    <div className="tools">
      {button(<PlusOutlined />, t('structures:sight.in'), () => zoom(zoomStep))}
      {button(<MinusOutlined />, t('structures:sight.out'), () => zoom(1 / zoomStep))}
      {button(<ExpandOutlined />, t('drawings:fit'), fit)}
    </div>
  );
}

/** `Offset 12.3 m, elevation 83.15 m`, as words. */
export function useAxisWords({ plane }: Pick<Drawing, 'plane'>) {
  const { t } = useTranslation();
  const { across, up } = axesOf[plane];
  return (at: AxisPlace): string =>
    [
      `${t(`drawings:axis.${across}`)} ${across === 'chainage' ? chainageText(at.across, 1) : `${at.across.toFixed(2)} m`}`,
      `${t(`drawings:axis.${up}`)} ${at.up.toFixed(2)} m`,
    ].join(' · ');
}

/** What lies under the pointer, in metres. */
function Under({ drawing, stage, place }: { drawing: Drawing; stage: Stage; place: RefObject<HTMLDivElement | null> }) {
  const words = useAxisWords(drawing);
  const [under, setUnder] = useState<Place | null>(null);
  const latest = useRef(stage);
  latest.current = stage;
  useEffect(() => {
    const element = place.current;
    if (!element) return;
    const move = (event: MouseEvent): void => setUnder(latest.current.placeOf(event));
    const leave = (): void => setUnder(null);
    element.addEventListener('pointermove', move);
    element.addEventListener('pointerleave', leave);
    return () => {
      element.removeEventListener('pointermove', move);
      element.removeEventListener('pointerleave', leave);
    };
  }, [place]);
  const { scale } = drawing;
  return scale && under ? <div className="under pl-sm">{words(axesAt(scale, under))}</div> : null;
}
