import { type LayerVersion, type MapLayer, layers as routes } from '@plumbline/contract/site/layers';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { download } from '../../../kernel/call.ts';
import type { Reply } from '../../../kernel/queries.ts';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import type { Beside, SiteLayer, SiteTiles } from '../../../maps/LevelMap.tsx';

type List = UseQueryResult<Reply<typeof routes.list>>;

/** While a file is being read it is asked for again; its end is no event of the project. */
const readingMs = 1_500;
const isReading = ({ versions }: MapLayer): boolean => versions[0]?.state === 'reading';

export const useLayers = (projectId: number): List =>
  useRead(
    routes.list,
    { projectId },
    { refetchInterval: ({ state }) => (state.data?.layers.some(isReading) ? readingMs : false) },
  );

/** Returns the layers that this reader toggled: in the address, so that a link shows the same map. */
export function useToggled(): {
  readonly isShown: (layer: MapLayer) => boolean;
  readonly toggle: (id: number) => void;
} {
  const [text, setText] = useUrlState('toggled', '');
  return useMemo(() => {
    const ids = new Set(text.split('.').map(Number).filter(Number.isSafeInteger));
    ids.delete(0);
    return {
      isShown: ({ id, isHidden }) => ids.has(id) === isHidden,
      toggle: (id) => setText([...(ids.has(id) ? [...ids].filter((each) => each !== id) : [...ids, id])].join('.')),
    };
  }, [text, setText]);
}

/** Returns the version of each layer that this reader chose, where it is not the one that everybody does: in the address. */
export function useDated(): {
  /** The version that is drawn here; undefined = none has been read. */
  readonly drawn: (layer: MapLayer) => LayerVersion | undefined;
  /** null = the one that everybody sees. */
  readonly choose: (layer: MapLayer, versionId: number | null) => void;
} {
  const [text, setText] = useUrlState('dated', '');
  return useMemo(() => {
    const chosen = new Map(
      text.split('.').flatMap((each) => {
        const [layerId = 0, versionId = 0] = each.split('-').map(Number);
        return layerId > 0 && versionId > 0 ? [[layerId, versionId] as const] : [];
      }),
    );
    return {
      drawn: ({ id, versionId, versions }) =>
        versions.find((each) => each.id === chosen.get(id) && each.state === 'ready') ??
        versions.find((each) => each.id === versionId),
      choose: ({ id, versionId: usual }, versionId) => {
        const next = new Map(chosen);
        if (versionId === null || versionId === usual) next.delete(id);
        else next.set(id, versionId);
        setText([...next].map((each) => each.join('-')).join('.'));
      },
    };
  }, [text, setText]);
}

const contentQuery = (projectId: number, layerId: number, { id: versionId, contents }: LayerVersion) => ({
  queryKey: [routes.content.path, projectId, layerId, versionId, contents?.bounds],
  queryFn: async (): Promise<GeoJSON.FeatureCollection> =>
    JSON.parse(await (await download(routes.content, { projectId, layerId, versionId })).blob.text()),
  // A version never becomes another, but for a DXF that is told to lie elsewhere: then its bounds are others.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 300_000,
});

/** The tiles of a version; undefined = it is drawn as a whole. */
function tilesOf(projectId: number, layerId: number, { id: versionId, contents }: LayerVersion): SiteTiles | undefined {
  if (!contents?.tiles) return undefined;
  const { type, minZoom, maxZoom } = contents.tiles;
  return {
    type,
    minZoom,
    maxZoom,
    bounds: contents.bounds,
    fetch: async (z, x, y, signal) =>
      await (await download(routes.tile, { projectId, layerId, versionId, z, x, y }, { signal })).blob.arrayBuffer(),
  };
}

interface SwipedOver {
  readonly layerId: number;
  /** What is drawn at the left of the line; at its right what is drawn anyway. */
  readonly versionId: number;
}
/** Returns the layer that is compared in two versions side by side, in the address. */
export function useSwipe(): {
  readonly swipe: SwipedOver | null;
  readonly setSwipe: (swipe: SwipedOver | null) => void;
} {
  const [text, setText] = useUrlState('swipe', '');
  return useMemo(() => {
    const [layerId = 0, versionId = 0] = text.split('-').map(Number);
    return {
      swipe: layerId > 0 && versionId > 0 ? { layerId, versionId } : null,
      setSwipe: (swipe) => setText(swipe && `${swipe.layerId}-${swipe.versionId}`),
    };
  }, [text, setText]);
}

type VersionOf = (layer: MapLayer) => LayerVersion | undefined;

/** The layers of a site as a map draws them, the lowest first; of a structure without those of the others. */
function useDrawn(projectId: number, structureId: number | null, all: readonly MapLayer[], versionOf: VersionOf) {
  const { isShown } = useToggled();
  const visibleLayers = all.flatMap((layer) => {
    const version = versionOf(layer);
    return version &&
      isShown(layer) &&
      (structureId === null || layer.structureId === null || layer.structureId === structureId)
      ? [{ layer, version, tiles: tilesOf(projectId, layer.id, version) }]
      : [];
  });
  const wholeLayers = visibleLayers.filter(({ tiles }) => !tiles);
  const contents = useQueries({
    queries: wholeLayers.map(({ layer, version }) => contentQuery(projectId, layer.id, version)),
    combine: (results) => new Map(results.map(({ data }, i) => [wholeLayers[i]?.version.id, data])),
  });
  const drawn = visibleLayers.flatMap(({ layer, version, tiles }): SiteLayer[] => {
    const data = contents.get(version.id);
    const { kind, opacityPercent } = layer;
    const about = {
      id: `${layer.id}-${version.id}-${Object.values(version.contents?.bounds ?? {}).join()}`,
      kind,
      opacity: opacityPercent / 100,
    };
    if (tiles) return [{ ...about, tiles }];
    return data ? [{ ...about, data }] : [];
  });
  const key = JSON.stringify(drawn.map(({ id, kind, opacity }) => [id, kind, opacity]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what is drawn
  return useMemo(() => drawn, [key]);
}

/** The layers of a site, and what is at the left of the line where two versions of one are looked at side by side. */
export function useSiteLayers(
  projectId: number,
  structureId: number | null,
): { readonly layers: readonly SiteLayer[]; readonly beside: Beside | undefined } {
  const { t } = useTranslation();
  const all = useLayers(projectId).data?.layers ?? noLayers;
  const { drawn } = useDated();
  const { isShown } = useToggled();
  const { swipe, setSwipe } = useSwipe();
  const layer = all.find((each) => each.id === swipe?.layerId && isShown(each));
  const left = layer?.versions.find(({ id, state }) => id === swipe?.versionId && state === 'ready');
  const right = layer && drawn(layer);
  const layers = useDrawn(projectId, structureId, all, drawn);
  const atLeft = useDrawn(projectId, structureId, all, (each) => (each.id === layer?.id && left) || drawn(each));
  const isTwo = layer && left && right && left.id !== right.id;
  return {
    layers,
    beside: isTwo
      ? {
          layers: atLeft,
          left: dayOf(left),
          right: dayOf(right),
          label: t('layers:swipeLine', { name: layer.name }),
          endLabel: t('layers:swipeEnd'),
          onEnd: () => setSwipe(null),
        }
      : undefined,
  };
}
const noLayers: readonly MapLayer[] = [];

/** Of a version that nobody has dated, its file. */
const dayOf = ({ on, fileName }: LayerVersion): string => on ?? fileName;
