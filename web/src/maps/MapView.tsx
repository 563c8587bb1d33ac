import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import { Marker as HtmlMarker, type Map as MapLibre } from 'maplibre-gl';
import { type ReactNode, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import { Marks } from './Marks.tsx';
import type { Latest, Pick } from './map-latest.ts';
import { type Beside, SwipeView } from './SwipeView.tsx';
import type { MapMark } from './shapes.ts';
import { showAll, useSight } from './sight.ts';
import type { SiteLayer } from './site-layers.ts';
import { useMap } from './use-map.ts';
import { useSiteLayers } from './use-site-layers.ts';

/**
 * The map: level marks over the bundled basemap or the installation's tiles.
 * Invariant: marks are HTML, so that they are buttons with names, read by keyboard and screen reader like any other.
 */
export interface MapViewProps {
  readonly marks: readonly MapMark[];
  readonly chosen?: string | number | null;
  readonly onChoose?: (id: string | number) => void;
  /** Marks of this level (`urgencyOf`) and above carry their name: 1 unless given. */
  readonly nameFrom?: number;
  /** Sits in the lower left corner. */
  readonly legend?: ReactNode;
  readonly pick?: Pick | undefined;
  /** Zoom at most when all marks are shown. */
  readonly maxZoom?: number;
  /** What the site looks like, the lowest first: under the marks. */
  readonly siteLayers?: readonly SiteLayer[];
  /** What is drawn in their place at the left of a line that is moved. */
  readonly beside?: Beside | undefined;
}
const noLayers: readonly SiteLayer[] = [];

export default function MapView({
  marks,
  chosen = null,
  onChoose,
  nameFrom = 1,
  legend,
  pick,
  maxZoom = 14,
  siteLayers = noLayers,
  beside,
}: MapViewProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef<Latest>({ marks, pick, maxZoom, t });
  latest.current = { marks, pick, maxZoom, t };
  const { map, failed } = useMap(place, latest);
  useSight(map, latest, marks, pick?.at ?? null, chosen, maxZoom);
  useSiteLayers(map, siteLayers);
  const surroundings = useId();
  if (failed)
    return (
      <div className="pl-map">
        <p className="pl-state pl-2">{t('common:map.failed')}</p>
      </div>
    );
  return (
    <div
      className={`pl-map${pick ? ' picking' : ''}`}
      role="application"
      aria-label={t('common:map.label')}
      aria-describedby={surroundings}
    >
      <div ref={place} className="canvas" />
      <p id={surroundings} className="pl-visually-hidden">
        {map && <Surroundings map={map} />}
      </p>
      {map && <Marks map={map} marks={marks} chosen={chosen} nameFrom={nameFrom} {...(onChoose ? { onChoose } : {})} />}
      {map && pick?.at && <Pin map={map} at={pick.at} latest={latest} />}
      {map && <ZoomButtons map={map} onFit={() => showAll(map, marks, pick?.at ?? null, maxZoom, true)} />}
      {map && beside && <SwipeView map={map} beside={beside} />}
      {legend && <div className="legend">{legend}</div>}
    </div>
  );
}

const named = ['towns', 'main-river-names', 'river-names', 'lake-names'];

/** The towns and waters that the map names where one looks, for who does not see it. */
function Surroundings({ map }: { map: MapLibre }) {
  const { t, i18n } = useTranslation();
  const [text, setText] = useState('');
  useEffect(() => {
    const read = (): void => {
      const layers = named.filter((layer) => map.getLayer(layer));
      const names = map
        .queryRenderedFeatures({ layers })
        .map(({ properties }) => String(properties[i18n.language] ?? properties['en'] ?? properties['name'] ?? ''));
      setText([...new Set(names)].join(', '));
    };
    map.on('idle', read);
    return () => {
      map.off('idle', read);
    };
  }, [map, i18n.language]);
  return text === '' ? null : t('common:map.inView', { names: text });
}

function ZoomButtons({ map, onFit }: { map: MapLibre; onFit: () => void }) {
  const { t } = useTranslation();
  const north = t('common:map.north');
  return (
    <div className="zoom">
      <button type="button" className="pl-bare" aria-label={t('common:map.zoomIn')} onClick={() => map.zoomIn()}>
        <PlusOutlined />
      </button>
      <button type="button" className="pl-bare" aria-label={t('common:map.zoomOut')} onClick={() => map.zoomOut()}>
        <MinusOutlined />
      </button>
      <button type="button" className="pl-bare" aria-label={t('common:map.fit')} onClick={onFit}>
        <ExpandOutlined />
      </button>
      <span className="north pl-3" role="img" aria-label={north} title={north}>
        <svg width="10" height="12" viewBox="0 0 10 12" aria-hidden="true">
          <path d="M5 0.5 9 11.5 5 9 1 11.5Z" fill="currentColor" />
        </svg>
        {t('common:map.northLetter')}
      </span>
    </div>
  );
}

/** The place that is being set: dragged where the next click would be too coarse. */
function Pin({ map, at, latest }: { map: MapLibre; at: NonNullable<Pick['at']>; latest: RefObject<Latest> }) {
  const tokens = useTokens();
  useEffect(() => {
    const marker = new HtmlMarker({ color: tokens.accent, draggable: true })
      .setLngLat([at.longitude, at.latitude])
      .addTo(map);
    marker.on('dragend', () => {
      const to = marker.getLngLat().wrap();
      latest.current.pick?.onPick({ longitude: Number(to.lng.toFixed(6)), latitude: Number(to.lat.toFixed(6)) });
    });
    return () => {
      marker.remove();
    };
  }, [map, at.longitude, at.latitude, tokens, latest]);
  return null;
}
