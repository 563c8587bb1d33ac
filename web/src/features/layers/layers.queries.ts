import { type LayerVersion, type MapLayer, layers as routes } from '@plumbline/contract/layers';
import { type UseQueryResult, useQueries } from '@tanstack/react-query';
import { useMemo } from 'react';
import { download } from '../../kernel/call.ts';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { useUrlState } from '../../kernel/url-state.ts';
import type { SiteLayer } from '../../maps/LevelMap.tsx';

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

/** Which layers this reader sees otherwise than they begin: in the address, so that a link shows the same map. */
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

const contentQuery = (projectId: number, layerId: number, { id: versionId, contents }: LayerVersion) => ({
  queryKey: [routes.content.path, projectId, layerId, versionId, contents?.bounds],
  queryFn: async (): Promise<GeoJSON.FeatureCollection> =>
    JSON.parse(await (await download(routes.content, { projectId, layerId, versionId })).blob.text()),
  // A version never becomes another, but for a DXF that is told to lie elsewhere: then its bounds are others.
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: 300_000,
});

/** The layers of a site as a map draws them, the lowest first; of a structure without those of the others. */
export function useSiteLayers(projectId: number, structureId: number | null): readonly SiteLayer[] {
  const list = useLayers(projectId);
  const { isShown } = useToggled();
  const wanted = (list.data?.layers ?? []).flatMap((layer) => {
    const version = layer.versions.find(({ id }) => id === layer.versionId);
    return version &&
      isShown(layer) &&
      (structureId === null || layer.structureId === null || layer.structureId === structureId)
      ? [{ layer, version }]
      : [];
  });
  const contents = useQueries({
    queries: wanted.map(({ layer, version }) => contentQuery(projectId, layer.id, version)),
    combine: (results) => results.map(({ data }) => data),
  });
  const drawn = wanted.flatMap(({ layer, version }, i): SiteLayer[] => {
    const data = contents[i];
    const { kind, opacityPercent } = layer;
    return data
      ? [
          {
            id: `${layer.id}-${version.id}-${Object.values(version.contents?.bounds ?? {}).join()}`,
            kind,
            opacity: opacityPercent / 100,
            data,
          },
        ]
      : [];
  });
  const key = JSON.stringify(drawn.map(({ id, kind, opacity }) => [id, kind, opacity]));
  // biome-ignore lint/correctness/useExhaustiveDependencies: `key` stands for what is drawn
  return useMemo(() => drawn, [key]);
}
