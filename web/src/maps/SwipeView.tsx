import { CloseOutlined } from '@ant-design/icons';
import { Map as MapLibre } from 'maplibre-gl';
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import { styleOf } from './basemap.ts';
import type { SiteLayer } from './site-layers.ts';
import { useSiteLayers } from './use-site-layers.ts';

/** Map to compare with. */
export interface Beside {
  /** In the place of those of the map, the lowest first. */
  readonly layers: readonly SiteLayer[];
  /** What is at each side of the line. */
  readonly left: string;
  readonly right: string;
  readonly label: string;
  readonly endLabel: string;
  readonly onEnd: () => void;
}

const step = 0.05;
const within = (share: number): number => Math.min(1, Math.max(0, share));

/**
 * A second map over the first, cut off at a line that is moved: at its left the one, at its right the other. It follows the
 * first, and lies under the marks, which belong to both.
 */
export function SwipeView({ map, beside }: { map: MapLibre; beside: Beside }) {
  const [share, setShare] = useState(0.5);
  const line = useRef<HTMLDivElement>(null);
  const above = useMapAbove(map, share);
  useSiteLayers(above, beside.layers);
  const move = (event: PointerEvent): void => {
    const box = line.current?.parentElement?.getBoundingClientRect();
    if (!box || !line.current?.hasPointerCapture(event.pointerId)) return;
    setShare(within((event.clientX - box.x) / box.width));
  };
  const press = (event: KeyboardEvent): void => {
    const by = { ArrowLeft: -step, ArrowRight: step, Home: -1, End: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    setShare((old) => within(old + by));
  };
  return (
    <div className="swipe">
      <span className="day left" style={{ right: `calc(${100 * (1 - share)}% + 14px)` }}>
        {beside.left}
      </span>
      <span className="day right" style={{ left: `calc(${100 * share}% + 14px)` }}>
        {beside.right}
        <button type="button" className="pl-bare" aria-label={beside.endLabel} onClick={beside.onEnd}>
          <CloseOutlined />
        </button>
      </span>
      <div
        ref={line}
        className="line"
        role="slider"
        tabIndex={0}
        aria-label={beside.label}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(100 * share)}
        aria-valuetext={`${beside.left} | ${beside.right}`}
        style={{ left: `${100 * share}%` }}
        onKeyDown={press}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={move}
      />
    </div>
  );
}

/** The second map, up to its share of the width from the left; null until its style is there. */
function useMapAbove(map: MapLibre, share: number): MapLibre | null {
  const tokens = useTokens();
  const { language } = useTranslation().i18n;
  const [above, setAbove] = useState<MapLibre | null>(null);
  const place = useRef<HTMLDivElement | null>(null);
  useEffect(() => {
    const container = document.createElement('div');
    container.className = 'above';
    // Right over the picture of the first map: its marks come after it.
    map.getCanvas().after(container);
    place.current = container;
    let besideMap: MapLibre | null = null;
    let isCurrent = true;
    const follow = (): void => void besideMap?.jumpTo({ center: map.getCenter(), zoom: map.getZoom() });
    void styleOf(tokens, language).then((style) => {
      if (!isCurrent) return;
      const sight = { center: map.getCenter(), zoom: map.getZoom(), maxZoom: map.getMaxZoom() };
      besideMap = new MapLibre({
        container,
        style,
        ...sight,
        interactive: false,
        attributionControl: false,
        fadeDuration: 0,
      });
      setAbove(besideMap);
    });
    map.on('move', follow);
    return () => {
      isCurrent = false;
      map.off('move', follow);
      setAbove(null);
      besideMap?.remove();
      container.remove();
      place.current = null;
    };
  }, [map, tokens, language]);
  useEffect(() => {
    if (place.current) place.current.style.clipPath = `inset(0 ${100 * (1 - share)}% 0 0)`;
  }, [share]);
  return above;
}
