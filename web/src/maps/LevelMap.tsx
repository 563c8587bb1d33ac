import { lazy, Suspense } from 'react';
import type { MapViewProps } from './MapView.tsx';

/** The map, fetched when first shown: import this one from pages. It fills its nearest positioned ancestor. */
const Loaded = lazy(() => import('./MapView.tsx'));

export type { Beside } from './SwipeView.tsx';
export type { MapMark } from './shapes.ts';
export type { SiteLayer } from './site-layers.ts';
export type { SiteTiles } from './site-tiles.ts';
export const LevelMap = (props: MapViewProps) => (
  <Suspense
    fallback={<div className="pl-map" style={{ position: 'absolute', inset: 0, background: 'var(--pl-map-land)' }} />}
  >
    <Loaded {...props} />
  </Suspense>
);
