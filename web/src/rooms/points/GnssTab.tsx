import type { FieldDefinition } from '@plumbline/contract/forms';
import { points } from '@plumbline/contract/points';
import { defaultGnssConfig } from '@plumbline/contract/points.settings';
import { useQuery } from '@tanstack/react-query';
import { Select } from 'antd';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { asks, forget } from '../../kernel/queries.ts';
import type { TabProps } from './PointConsolePage.tsx';

const number = (prop: string, unit: string): FieldDefinition => ({
  type: 'NUMBER',
  prop,
  label: `points:gnss.${prop.split('.').at(-1)}`,
  unit,
});
const options = (prop: string, values: readonly string[]): FieldDefinition => ({
  type: 'SELECT',
  inputType: 'buttons',
  prop,
  label: `points:gnss.${prop}`,
  options: values.map((value) => ({ value, label: `points:gnss.is.${value}` })),
});
const of = (transform: string, fields: readonly FieldDefinition[]): FieldDefinition[] =>
  fields.map((field) => ({ ...field, visibleWhen: { prop: 'transform', is: transform } }));

const stations: readonly FieldDefinition[] = [
  { type: 'INPUT', prop: 'taskName', label: 'points:gnss.taskName' },
  { type: 'INPUT', prop: 'baseStation', label: 'points:gnss.baseStation' },
  { type: 'slot', prop: 'sites', label: 'points:gnss.sites', tips: 'points:gnss.sitesHelp', span: 2 },
];
const solving: readonly FieldDefinition[] = [
  options('resolveMode', ['static', 'dynamic']),
  options('frequencyMode', ['single', 'multi']),
  options('satelliteSystem', ['all', 'BeiDou']),
  number('filterPeriodHours', 'h'),
  number('samplingSeconds', 's'),
  number('taskIntervalMinutes', 'min'),
  { type: 'DATE', inputType: 'datetime', prop: 'rtcmStartAt', label: 'points:gnss.rtcmStartAt' },
];
const transform: readonly FieldDefinition[] = [
  options('transform', ['none', 'fourParameter', 'sevenParameter']),
  ...of('fourParameter', [
    number('fourParameters.dx', 'm'),
    number('fourParameters.dy', 'm'),
    number('fourParameters.rotation', '″'),
    number('fourParameters.scale', 'ppm'),
  ]),
  ...of('sevenParameter', [
    number('sevenParameters.dx', 'm'),
    number('sevenParameters.dy', 'm'),
    number('sevenParameters.dz', 'm'),
    number('sevenParameters.rx', '″'),
    number('sevenParameters.ry', '″'),
    number('sevenParameters.rz', '″'),
    number('sevenParameters.scale', 'ppm'),
  ]),
];

/** Tab "GNSS resolve config". Kept and checked; the resolution itself comes later, and the page says so. */
export function GnssTab({ point, readOnly }: TabProps) {
  const { project } = useProject();
  const query = useQuery(asks(points.settings, { pointId: point.id }));
  return (
    <div className="pt-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ settings }) => (
          <FormTab
            schema={points.setGnss.input}
            fixed={{ pointId: point.id }}
            initial={{ ...defaultGnssConfig, ...settings.gnss }}
            sections={[
              { title: 'points:gnss.stations', tips: 'points:held', fields: stations },
              { title: 'points:gnss.solving', fields: solving },
              { title: 'points:gnss.transformTitle', fields: transform },
            ]}
            slots={{
              sites: ({ id, value, onChange, readOnly: closed, label }) =>
                closed ? (
                  <span>{((value as string[] | undefined) ?? []).join(', ') || '—'}</span>
                ) : (
                  <Select
                    {...(id ? { id } : {})}
                    mode="tags"
                    open={false}
                    suffixIcon={null}
                    aria-label={label}
                    tokenSeparators={[',', ';', '\n', '\t']}
                    value={(value as string[] | undefined) ?? []}
                    onChange={onChange}
                  />
                ),
            }}
            readOnly={readOnly}
            zone={project.timeZone}
            onSave={async (input: never) => {
              await call(points.setGnss, input);
              await forget(points.settings);
            }}
          />
        )}
      </Answer>
    </div>
  );
}
