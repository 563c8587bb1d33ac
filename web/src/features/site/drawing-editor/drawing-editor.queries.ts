import { type Drawing, drawings as routes } from '@plumbline/contract/site/drawings';
import { useQuery } from '@tanstack/react-query';
import { download } from '../../../kernel/call.ts';
import { type Sheet, sheetFrom } from './sheet.ts';

/** The sheet of a drawing that was drawn here; null = it was not. A version never becomes another. */
export const useSheet = ({ structureId, id: drawingId, versionId, scale }: Drawing) =>
  useQuery({
    queryKey: [routes.content.path, 'sheet', structureId, drawingId, versionId],
    queryFn: async (): Promise<{ readonly sheet: Sheet | null }> => {
      const { blob } = await download(routes.content, { structureId, drawingId, versionId });
      return { sheet: scale && sheetFrom(await blob.text(), scale) };
    },
    staleTime: Number.POSITIVE_INFINITY,
  });
