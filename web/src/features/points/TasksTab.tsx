import { points } from '@plumbline/contract/points';
import { pointTasksShape, taskKinds } from '@plumbline/contract/points.settings';
import type { Schema } from '@plumbline/contract/route';
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { EditableTable, type GridColumn } from '../../design/form/EditableTable.tsx';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { formatDay } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import type { TabProps } from './point-tab.ts';

type Row = Readonly<Record<string, unknown>>;
const columns: readonly GridColumn[] = [
  { type: 'INPUT', prop: 'name', label: 'points:name', widthPx: 180 },
  {
    type: 'SELECT',
    prop: 'kind',
    label: 'points:tasks.kind',
    widthPx: 150,
    options: taskKinds.map((kind) => ({ value: kind, label: `points:tasks.is.${kind}` })),
  },
  { type: 'NUMBER', prop: 'everyDays', label: 'points:tasks.everyDays', unit: 'd', widthPx: 110 },
  { type: 'INPUT', prop: 'at', label: 'points:tasks.at', widthPx: 90 },
  { type: 'DATE', prop: 'startOn', label: 'points:tasks.startOn', widthPx: 120 },
  { type: 'INPUT', prop: 'note', label: 'points:note', widthPx: 180 },
  { type: 'CHECK', prop: 'enabled', label: 'points:tasks.enabled', widthPx: 80 },
];
const none: readonly Row[] = [];

/** Tab "point tasks": what people are to do at the point. Kept and checked; what reminds them comes later. */
export function TasksTab({ point, readOnly }: TabProps) {
  const { t } = useTranslation();
  const { project } = useProject();
  const query = useQuery(queryFor(points.settings, { pointId: point.id }));
  const newRow = (): Row => ({
    name: '',
    kind: 'inspection',
    everyDays: 30,
    at: '09:00',
    startOn: formatDay(Date.now(), project.timeZone),
    note: '',
    enabled: true,
  });
  return (
    <div className="pt-tab wide">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <FormTab
            schema={points.setTasks.input}
            fixed={{ pointId: point.id }}
            record={settings.tasks}
            initial={{ tasks: settings.tasks.tasks }}
            sections={[
              { tips: 'points:held', fields: [{ type: 'slot', prop: 'tasks', label: 'points:tab.tasks', span: 2 }] },
            ]}
            slots={{
              tasks: ({ value, onChange, readOnly: closed }) => (
                <EditableTable<Row>
                  label={t('points:tab.tasks')}
                  columns={columns}
                  rows={(value as Row[] | undefined) ?? none}
                  onChange={onChange}
                  schema={pointTasksShape.tasks.element as unknown as Schema}
                  newRow={newRow}
                  readOnly={closed}
                  maxRows={20}
                  heightPx={360}
                />
              ),
            }}
            readOnly={readOnly}
            onSave={async (input: never, seen) => {
              await call(points.setTasks, input, seen);
              await invalidate(points.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
