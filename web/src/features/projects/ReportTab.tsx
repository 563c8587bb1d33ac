import { DeleteOutlined, PlusOutlined } from '@ant-design/icons';
import type { FieldDefinition } from '@plumbline/contract/forms';
import { projects } from '@plumbline/contract/projects';
import { reportPeriods } from '@plumbline/contract/projects.settings';
import { useQuery } from '@tanstack/react-query';
import { Button, Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { call } from '../../kernel/call.ts';
import { useProject } from '../../kernel/project.tsx';
import { invalidate, queryFor } from '../../kernel/queries.ts';
import type { ConsoleTab } from './console-tab.ts';

const input = (prop: string): FieldDefinition => ({
  type: 'INPUT',
  prop,
  label: `projects:report.${prop.split('.').at(-1)}`,
});
const general: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'period',
    label: 'projects:report.period',
    options: reportPeriods.map((value) => ({ value, label: `projects:report.periods.${value}` })),
  },
  { ...input('template'), tips: 'projects:report.templateHelp' },
  input('number'),
  { type: 'slot', prop: 'signatures', label: 'projects:report.signatures', span: 2 },
];
const cover: readonly FieldDefinition[] = [
  ...['title', 'subtitle', 'client', 'contractor', 'supervisor'].map((key) => input(`cover.${key}`)),
  { type: 'SWITCH', prop: 'cover.withLogo', label: 'projects:report.withLogo' },
  { type: 'SWITCH', prop: 'cover.withPicture', label: 'projects:report.withPicture' },
];

interface Signature {
  readonly duty: string;
  readonly person: string;
}

/** What the reports of a project begin with. Kept and checked; reports themselves come later, and the page says so. */
export function ReportTab({ readOnly }: ConsoleTab) {
  const { project } = useProject();
  const query = useQuery(queryFor(projects.reportConfig, { projectId: project.id }));
  return (
    <div className="pj-tab">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ reportConfig }) => (
          <FormTab
            schema={projects.setReportConfig.input}
            fixed={{ projectId: project.id }}
            record={reportConfig}
            initial={reportConfig}
            sections={[
              { title: 'projects:report.general', tips: 'projects:report.held', fields: general },
              { title: 'projects:report.cover', fields: cover },
            ]}
            slots={{
              signatures: ({ value, onChange, readOnly: closed }) => (
                <Signatures
                  value={(value as readonly Signature[] | undefined) ?? []}
                  closed={closed === true}
                  onChange={onChange}
                />
              ),
            }}
            readOnly={readOnly}
            onSave={async (said: never, seen) => {
              await call(projects.setReportConfig, said, seen);
              await invalidate(projects.reportConfig);
            }}
          />
        )}
      </Answer>
    </div>
  );
}

function Signatures({
  value,
  closed,
  onChange,
}: {
  value: readonly Signature[];
  closed: boolean;
  onChange: (value: readonly Signature[]) => void;
}) {
  const { t } = useTranslation();
  if (closed) return <span>{value.map(({ duty, person }) => `${duty}: ${person || '—'}`).join(', ') || '—'}</span>;
  const set = (n: number, change: Partial<Signature>): void =>
    onChange(value.map((each, i) => (i === n ? { ...each, ...change } : each)));
  return (
    <div className="pl-col tight">
      {value.map((each, n) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row is what stands in its place
        <div key={n} className="pl-row">
          <Input
            value={each.duty}
            maxLength={20}
            placeholder={t('projects:report.duty')}
            aria-label={t('projects:report.duty')}
            onChange={(event) => set(n, { duty: event.target.value })}
          />
          <Input
            value={each.person}
            maxLength={32}
            placeholder={t('projects:report.person')}
            aria-label={t('projects:report.person')}
            onChange={(event) => set(n, { person: event.target.value })}
          />
          <Button
            type="text"
            icon={<DeleteOutlined />}
            aria-label={t('projects:report.removeSignature')}
            onClick={() => onChange(value.filter((_, i) => i !== n))}
          />
        </div>
      ))}
      {value.length < 8 && (
        <span>
          <Button size="small" icon={<PlusOutlined />} onClick={() => onChange([...value, { duty: '', person: '' }])}>
            {t('projects:report.addSignature')}
          </Button>
        </span>
      )}
    </div>
  );
}
