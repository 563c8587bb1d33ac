import { corrections } from '@plumbline/contract/corrections';
import { devices } from '@plumbline/contract/devices';
import { points } from '@plumbline/contract/points';
import { projects } from '@plumbline/contract/projects';
import { type SheetFormat, sheetLimits, sheets } from '@plumbline/contract/sheets';
import { structures } from '@plumbline/contract/structures';
import { tasks } from '@plumbline/contract/tasks';
import { download, saveAs } from '../../kernel/call.ts';
import type { useLanguage } from '../../kernel/language.ts';
import { invalidate } from '../../kernel/queries.ts';

type Language = ReturnType<typeof useLanguage>;

const types = ['.xlsx', '.csv'];
/** What the two sheets may be: of all points, and of new ones. */
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

/** After a sheet was taken: everything that shows points asks again. */
export const invalidateSheets = (): Promise<unknown> =>
  invalidate(
    points.get,
    points.list,
    points.rows,
    points.table,
    points.checklist,
    points.deviceGroups,
    points.projectThresholds,
    projects.tree,
    structures.list,
    devices.get,
    devices.list,
    devices.ofProject,
    devices.summary,
    corrections.all,
    tasks.mine,
    tasks.ofProject,
  );
