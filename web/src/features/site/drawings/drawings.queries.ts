import { type Drawing, drawings as routes } from '@plumbline/contract/site/drawings';
import { themed } from '@plumbline/science/display/drawing-roles';
import { useEffect, useState } from 'react';
import { useTokens } from '../../../design/theme.tsx';
import { download, releaseAddress } from '../../../kernel/call.ts';
import { useRead } from '../../../kernel/reads.ts';

/** The drawings of a structure, in order. */
export const useDrawings = (structureId: number) => useRead(routes.list, { structureId });

/** One drawing with the points on it. */
export const useDrawing = (structureId: number, drawingId: number) => useRead(routes.get, { structureId, drawingId });

/** The file of a drawing as an address that an `img` shows: as a picture, in which nothing runs and nothing is fetched. */
export function useDrawingFile({ structureId, id: drawingId, versionId, versions }: Drawing): {
  readonly address: string | null;
  readonly error: unknown;
  readonly retry: () => void;
} {
  const tokens = useTokens();
  const [tries, setTries] = useState(0);
  const [picture, setPicture] = useState<{ readonly address: string | null; readonly error: unknown }>(noPicture);
  const isThemed = versions.find(({ id }) => id === versionId)?.isThemed === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    let isCurrent = true;
    let address: string | null = null;
    setPicture(noPicture);
    const load = async (): Promise<void> => {
      const { blob } = await download(routes.content, { structureId, drawingId, versionId });
      const drawn = isThemed ? new Blob([themed(await blob.text(), tokens)], { type: blob.type }) : blob;
      if (!isCurrent) return;
      address = URL.createObjectURL(drawn);
      setPicture({ address, error: null });
    };
    load().catch((error: unknown) => {
      if (isCurrent) setPicture({ address: null, error });
    });
    return () => {
      isCurrent = false;
      if (address) releaseAddress(address);
    };
  }, [structureId, drawingId, versionId, isThemed, tokens, tries]);
  return { ...picture, retry: () => setTries((old) => old + 1) };
}
const noPicture = { address: null, error: null };
