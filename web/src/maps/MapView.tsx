import 'maplibre-gl/dist/maplibre-gl.css';
import './map.css';
import { ExpandOutlined, MinusOutlined, PlusOutlined } from '@ant-design/icons';
import type { TFunction } from 'i18next';
import {
  type GeoJSONSource,
  Marker as HtmlMarker,
  LngLatBounds,
  Map as MapLibre,
  ScaleControl,
  type StyleSpecification,
  setWorkerUrl,
} from 'maplibre-gl';
import workerUrl from 'maplibre-gl/dist/maplibre-gl-worker.mjs?url';
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useTokens } from '../design/theme.tsx';
import { gridOf, styleOf } from './basemap.ts';
import { Marks } from './Marks.tsx';
import type { MapMark } from './shapes.ts';

/**
 * The map: level marks over the bundled basemap or the installation's tiles.
 * Invariant: marks are HTML, so that they are buttons with names, read by keyboard and screen reader like any other.
 */
setWorkerUrl(workerUrl);

export interface MapViewProps {
  readonly marks: readonly MapMark[];
  readonly chosen?: string | number | null;
  readonly onChoose?: (id: string | number) => void;
  /** Marks of this level (`urgencyOf`) and above carry their name: 1 unless given. */
  readonly nameFrom?: number;
  /** Sits in the lower left corner. */
  readonly legend?: ReactNode;
  /** Lets the person set one place by a click; shows it as a pin. */
  readonly pick?: {
    readonly at: { longitude: number; latitude: number } | null;
    readonly onPick: (at: { longitude: number; latitude: number }) => void;
  };
  /** Zoom at most when all marks are shown. */
  readonly maxZoom?: number;
}

export default function MapView({
  marks,
  chosen = null,
  onChoose,
  nameFrom = 1,
  legend,
  pick,
  maxZoom = 14,
}: MapViewProps) {
  const { t } = useTranslation();
  const place = useRef<HTMLDivElement>(null);
  const latest = useRef<Latest>({ marks, pick, t });
  latest.current = { marks, pick, t };
  const { map, failed } = useMap(place, latest, maxZoom);
  useSight(map, latest, marks, pick?.at ?? null, chosen, maxZoom);
  if (failed)
    return (
      <div className="pl-map">
        <p className="pl-state pl-2">{t('common:map.failed')}</p>
      </div>
    );
  return (
    <div className="pl-map" role="application" aria-label={t('common:map.label')}>
      <div ref={place} className="canvas" />
      {map && <Marks map={map} marks={marks} chosen={chosen} nameFrom={nameFrom} {...(onChoose ? { onChoose } : {})} />}
      {map && pick?.at && <Pin map={map} at={pick.at} />}
      {map && <ZoomButtons map={map} onFit={() => showAll(map, marks, pick?.at ?? null, maxZoom, true)} />}
      {legend && <div className="legend">{legend}</div>}
    </div>
  );
}

/** The newest of what is given, for listeners that are put on once. */
interface Latest {
  readonly marks: readonly MapMark[];
  readonly pick: MapViewProps['pick'] | undefined;
  readonly t: TFunction;
}
type Spot = { readonly longitude: number; readonly latitude: number };

/** The map in its place, made again for another theme; null until its style is there. */
function useMap(place: RefObject<HTMLDivElement | null>, latest: RefObject<Latest>, maxZoom: number) {
  const tokens = useTokens();
  const [map, setMap] = useState<MapLibre | null>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    let made: MapLibre | null = null;
    let wanted = true;
    void styleOf(tokens)
      .then((style) => {
        if (!wanted || !place.current) return;
        made = mapIn(place.current, style, latest);
        showAll(made, latest.current.marks, latest.current.pick?.at ?? null, maxZoom, false);
        setMap(made);
      })
      .catch(() => wanted && setFailed(true));
    return () => {
      wanted = false;
      setMap(null);
      made?.remove();
    };
  }, [place, latest, tokens, maxZoom]);
  return { map, failed };
}

function mapIn(container: HTMLElement, style: StyleSpecification, latest: RefObject<Latest>): MapLibre {
  const map = new MapLibre({
    container,
    style,
    locale: { 'Map.Title': latest.current.t('common:map.label') },
    attributionControl: false,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    // In a form the wheel belongs to the form; the buttons zoom.
    scrollZoom: latest.current.pick === undefined,
    center: [104, 33],
    zoom: 3,
    maxZoom: 19,
    fadeDuration: 0,
  });
  map.touchZoomRotate.disableRotation();
  map.addControl(new ScaleControl({ maxWidth: 110 }), 'bottom-right');
  const drawGrid = (): void => {
    const bounds = map.getBounds();
    map
      .getSource<GeoJSONSource>('grid')
      ?.setData(gridOf(bounds.getWest(), bounds.getSouth(), bounds.getEast(), bounds.getNorth()));
  };
  map.on('load', drawGrid);
  map.on('moveend', drawGrid);
  map.on('click', (event) => {
    // A longitude beyond the date line comes back into -180..180.
    const at = event.lngLat.wrap();
    latest.current.pick?.onPick({ longitude: Number(at.lng.toFixed(6)), latitude: Number(at.lat.toFixed(6)) });
  });
  return map;
}

/** Keeps in view what is to be seen: all marks once there are others, a place that was typed, the mark that is chosen. */
function useSight(
  map: MapLibre | null,
  latest: RefObject<Latest>,
  marks: readonly MapMark[],
  pin: Spot | null,
  chosen: MapMark['id'] | null,
  maxZoom: number,
): void {
  // Show all once the set of marks changes, not when only a level or value does.
  const set = marks.map((mark) => `${mark.id}`).join(' ');
  // biome-ignore lint/correctness/useExhaustiveDependencies: `set` stands for the marks
  useEffect(() => {
    if (map) showAll(map, latest.current.marks, latest.current.pick?.at ?? null, maxZoom, false);
  }, [map, latest, set, maxZoom]);
  // A place that was typed comes into view; one that was clicked is in view already.
  const [longitude, latitude] = [pin?.longitude, pin?.latitude];
  useEffect(() => {
    if (map && longitude !== undefined && latitude !== undefined) bringIntoView(map, { longitude, latitude });
  }, [map, longitude, latitude]);
  useEffect(() => {
    const mark = latest.current.marks.find((each) => each.id === chosen);
    if (map && mark) bringIntoView(map, mark);
  }, [map, latest, chosen]);
}

function bringIntoView(map: MapLibre, { longitude, latitude }: Spot): void {
  if (!map.getBounds().contains([longitude, latitude])) map.easeTo({ center: [longitude, latitude], duration: 240 });
}

function ZoomButtons({ map, onFit }: { map: MapLibre; onFit: () => void }) {
  const { t } = useTranslation();
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
    </div>
  );
}

function showAll(
  map: MapLibre,
  marks: readonly MapMark[],
  pin: { longitude: number; latitude: number } | null,
  maxZoom: number,
  ease: boolean,
): void {
  const bounds = new LngLatBounds();
  for (const mark of marks) bounds.extend([mark.longitude, mark.latitude]);
  if (pin) bounds.extend([pin.longitude, pin.latitude]);
  if (bounds.isEmpty()) return;
  // Room for the controls and for labels, and less of it where the map is small.
  const { clientWidth: width, clientHeight: height } = map.getContainer();
  const padding = {
    top: Math.min(56, height * 0.2),
    bottom: Math.min(72, height * 0.22),
    left: Math.min(96, width * 0.16),
    right: Math.min(120, width * 0.2),
  };
  map.fitBounds(bounds, { padding, maxZoom, duration: ease ? 240 : 0 });
}

function Pin({ map, at }: { map: MapLibre; at: { longitude: number; latitude: number } }) {
  const tokens = useTokens();
  useEffect(() => {
    const marker = new HtmlMarker({ color: tokens.accent }).setLngLat([at.longitude, at.latitude]).addTo(map);
    return () => {
      marker.remove();
    };
  }, [map, at.longitude, at.latitude, tokens]);
  return null;
}
