import { corrections } from '@plumbline/contract/corrections';
import { devices } from '@plumbline/contract/devices';
import { formulas } from '@plumbline/contract/formulas';
import { history } from '@plumbline/contract/history';
import { points } from '@plumbline/contract/points';
import { projects } from '@plumbline/contract/projects';
import { readings } from '@plumbline/contract/readings';
import { tasks } from '@plumbline/contract/tasks';
import { invalidate } from '../../kernel/queries.ts';

/** After points were changed: everything that shows them asks again, and what recomputes shows in the tray. */
export const invalidatePoints = (): Promise<unknown> =>
  invalidate(
    points.get,
    points.list,
    points.rows,
    points.table,
    points.checklist,
    points.deviceGroups,
    points.settings,
    points.projectThresholds,
    projects.tree,
    devices.get,
    devices.list,
    devices.ofProject,
    tasks.mine,
    tasks.ofProject,
  );

/** After values of the past became others: curves, tables and corrections ask again. */
export const invalidateHistory = (): Promise<unknown> =>
  invalidate(
    corrections.all,
    readings.query,
    readings.latest,
    readings.pagination,
    readings.statistics,
    history.changes,
    formulas.preview,
  );
