import { type Drawing, drawings as routes } from '@plumbline/contract/site/drawings';
import { useEffect, useState } from 'react';
import { useTokens } from '../../../design/theme.tsx';
import { download, releaseAddress } from '../../../kernel/call.ts';
import { useRead } from '../../../kernel/reads.ts';
import { themed } from './drawing-colours.ts';

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
  const [shown, setShown] = useState<{ readonly address: string | null; readonly error: unknown }>(none);
  const isThemed = versions.find(({ id }) => id === versionId)?.isThemed === true;
  // biome-ignore lint/correctness/useExhaustiveDependencies: `tries` asks again
  useEffect(() => {
    let wanted = true;
    let made: string | null = null;
    setShown(none);
    const load = async (): Promise<void> => {
      const { blob } = await download(routes.content, { structureId, drawingId, versionId });
      const drawn = isThemed ? new Blob([themed(await blob.text(), tokens)], { type: blob.type }) : blob;
      if (!wanted) return;
      made = URL.createObjectURL(drawn);
      setShown({ address: made, error: null });
    };
    load().catch((error: unknown) => {
      if (wanted) setShown({ address: null, error });
    });
    return () => {
      wanted = false;
      if (made) releaseAddress(made);
    };
  }, [structureId, drawingId, versionId, isThemed, tokens, tries]);
  return { ...shown, retry: () => setTries((old) => old + 1) };
}
const none = { address: null, error: null };
