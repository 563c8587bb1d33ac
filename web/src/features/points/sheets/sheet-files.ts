import { type SheetFormat, sheetLimits, sheets } from '@plumbline/contract/points/sheets';
import { download, saveAs } from '../../../kernel/call.ts';
import type { useLanguage } from '../../../kernel/language.ts';

type Language = ReturnType<typeof useLanguage>;

const types = ['.xlsx', '.csv'];
/** Files that the two sheets may be: of all points, and of new ones. */
export const takesPoints = { types, maxBytes: sheetLimits.maxBytes };
export const takesSetUp = { types, maxBytes: sheetLimits.setUpBytes };

/** Every editable field of every point as a file. */
export async function savePoints(projectId: number, format: SheetFormat, language: Language): Promise<void> {
  const { blob, fileName } = await download(sheets.exportPoints, { projectId, format, language });
  saveAs(blob, fileName ?? `points.${format}`);
}

/** The empty sheet for new points. */
export async function saveTemplate(projectId: number, format: SheetFormat, language: Language): Promise<void> {
  const { blob, fileName } = await download(sheets.pointTemplate, { projectId, format, language });
  saveAs(blob, fileName ?? `points-setup.${format}`);
}
