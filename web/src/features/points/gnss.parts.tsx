import type { FieldDefinition } from '@plumbline/contract/forms';
import { defaultGnssConfig, type GnssConfig } from '@plumbline/contract/points.settings';
import type { UseQueryResult } from '@tanstack/react-query';
import { InputNumber, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { type FormSection, FormTab } from '../../design/form/FormTab.tsx';
import type { Slot } from '../../design/form/input.ts';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { useProject } from '../../kernel/project.tsx';

/** How GNSS observations are resolved, as a form: the same of a point and of a structure. */
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
  { type: 'slot', prop: 'base', label: 'charts:gnss.base', tips: 'charts:gnss.baseHelp', span: 2 },
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

const sections: readonly FormSection[] = [
  { title: 'points:gnss.stations', tips: 'points:held', fields: stations },
  { title: 'points:gnss.solving', fields: solving },
  { title: 'points:gnss.transformTitle', fields: transform },
];

/** Names of stations, typed one after the other or pasted as a list. */
const SitesInput = ({ id, value, onChange, readOnly, label }: Slot) => {
  const sites = (value as string[] | undefined) ?? [];
  if (readOnly) return <span>{sites.join(', ') || '—'}</span>;
  return (
    <Select
      {...(id ? { id } : {})}
      mode="tags"
      open={false}
      suffixIcon={null}
      aria-label={label}
      tokenSeparators={[',', ';', '\n', '\t']}
      value={sites}
      onChange={onChange}
    />
  );
};
interface Base {
  readonly latitude?: number | null;
  readonly longitude?: number | null;
  readonly heightM?: number | null;
}
/** Where the base station stands. Emptied altogether it is not said; a part alone is refused. */
function BaseInput({ value, onChange, readOnly, disabled, label }: Slot) {
  const { t } = useTranslation();
  const base = (value as Base | null | undefined) ?? {};
  const parts = [
    { key: 'latitude', unit: '°' },
    { key: 'longitude', unit: '°' },
    { key: 'heightM', unit: 'm' },
  ] as const;
  if (readOnly)
    return (
      <span className="pl-num">
        {value ? parts.map(({ key, unit }) => `${base[key] ?? '—'} ${unit}`).join(', ') : '—'}
      </span>
    );
  const put = (key: keyof Base, number: number | null): void => {
    const next = { ...base, [key]: number ?? undefined };
    onChange(parts.every((part) => next[part.key] === undefined || next[part.key] === null) ? null : next);
  };
  return (
    <div className="pl-row" style={{ flexWrap: 'wrap' }}>
      {parts.map(({ key, unit }) => (
        <InputNumber
          key={key}
          style={{ width: 210 }}
          disabled={disabled}
          prefix={<span className="pl-3">{t(`charts:gnss.${key}`)}</span>}
          suffix={unit}
          aria-label={`${label}: ${t(`charts:gnss.${key}`)}`}
          value={base[key] ?? null}
          onChange={(number) => put(key, number)}
        />
      ))}
    </div>
  );
}
const slots = {
  base: (slot: Slot) => <BaseInput {...slot} />,
  sites: (slot: Slot) => <SitesInput {...slot} />,
};

/** The form itself, when the settings have come. The resolution comes later: what is given is kept and checked. */
export function GnssForm({
  query,
  ...form
}: Pick<Parameters<typeof FormTab>[0], 'schema' | 'fixed' | 'readOnly' | 'onSave'> & {
  query: UseQueryResult<{ settings: { gnss: GnssConfig | null } }>;
}) {
  const { project } = useProject();
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} />}>
      {({ settings }) => (
        <FormTab
          {...form}
          initial={{ ...defaultGnssConfig, ...settings.gnss }}
          sections={sections}
          slots={slots}
          zone={project.timeZone}
        />
      )}
    </Answer>
  );
}
