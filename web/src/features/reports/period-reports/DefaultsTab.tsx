import type { FieldDefinition } from '@plumbline/contract/kernel/forms';
import { calendarPeriods } from '@plumbline/contract/reports/period-reports';
import { type ReportConfig, reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import { Input } from 'antd';
import { useTranslation } from 'react-i18next';
import { FormTab } from '../../../design/form/FormTab.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useStoredProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { MovableRows, templateField, useTemplateOptions } from '../templates/templates.parts.tsx';

type DefaultSignature = ReportConfig['signatures'][number];
const maxSignatures = 8;

const beginning: readonly FieldDefinition[] = [
  {
    type: 'SELECT',
    prop: 'period',
    label: 'periodReports:type',
    options: calendarPeriods.map((value) => ({ value, label: `periodReports:types.${value}` })),
  },
  { ...templateField, span: 1 },
];
const coverLine = (name: 'title' | 'subtitle' | 'client' | 'contractor' | 'supervisor'): FieldDefinition => ({
  type: 'INPUT',
  prop: `cover.${name}`,
  label: `reportTemplates:defaults.${name}`,
});
const lines: readonly FieldDefinition[] = [
  { ...coverLine('title'), placeholder: 'reportTemplates:defaults.titleOfPeriod', span: 2 },
  coverLine('subtitle'),
  coverLine('client'),
  coverLine('contractor'),
  coverLine('supervisor'),
];
const signatureField: FieldDefinition = {
  type: 'slot',
  prop: 'signatures',
  label: 'reportTemplates:defaults.signatures',
  span: 2,
};

/** Edits what the reports of a project begin with: period and template, and what their covers say. */
export function DefaultsTab() {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const allowed = useAllowed();
  const templates = useTemplateOptions();
  const { run: setDefaults } = useWrite(reportDefaults.set);
  const query = useRead(reportDefaults.get, { projectId: project.id });
  const readOnly = project.archivedAt ? t('projects:archivedNote') : allowed(reportDefaults.set) ? undefined : true;
  return (
    <div className="pr-defaults">
      <Answer query={query} loading={<SkeletonRows rows={6} />}>
        {({ reportConfig }) => (
          <FormTab
            schema={reportDefaults.set.input}
            fixed={{ projectId: project.id }}
            record={reportConfig}
            initial={reportConfig}
            sections={[
              {
                title: 'reportTemplates:defaults.begins',
                tips: 'reportTemplates:defaults.beginsTips',
                fields: beginning,
              },
              {
                title: 'reportTemplates:defaults.cover',
                tips: 'reportTemplates:defaults.coverTips',
                fields: [...lines, ...pictureFields(project), signatureField],
              },
            ]}
            options={{ templateId: templates }}
            slots={{
              signatures: ({ value, onChange, readOnly: closed }) => (
                <DefaultSignatures value={(value ?? []) as DefaultSignature[]} closed={closed} onChange={onChange} />
              ),
            }}
            readOnly={readOnly}
            onSave={async (input: never, precondition) => {
              await setDefaults(input, precondition);
            }}
          />
        )}
      </Answer>
    </div>
  );
}

/** Whether logo and site are shown; each says where it comes from, or that there is none yet. */
const pictureFields = ({ picture }: { readonly picture: string | null }): readonly FieldDefinition[] => [
  {
    type: 'SWITCH',
    prop: 'cover.withLogo',
    label: 'reportTemplates:defaults.withLogo',
    tips: 'reportTemplates:defaults.withLogoTips',
  },
  {
    type: 'SWITCH',
    prop: 'cover.withPicture',
    label: 'reportTemplates:defaults.withPicture',
    tips: picture === null ? 'reportTemplates:defaults.noPicture' : 'reportTemplates:defaults.withPictureTips',
  },
];

/** Edits who signs a report, in order: a duty, and a name where it is known. */
function DefaultSignatures({
  value,
  closed,
  onChange,
}: {
  value: readonly DefaultSignature[];
  closed: boolean;
  onChange: (value: DefaultSignature[]) => void;
}) {
  const { t } = useTranslation();
  if (closed)
    return value.length === 0 ? (
      <span>—</span>
    ) : (
      <ul className="pr-signed">
        {value.map(({ duty, person }) => (
          <li key={duty}>
            <span className="pl-2">{duty}</span> {person || '—'}
          </li>
        ))}
      </ul>
    );
  return (
    <>
      {value.length === 0 && <p className="pl-3 pl-sm">{t('reportTemplates:defaults.noSignatures')}</p>}
      <MovableRows
        value={value}
        onChange={onChange}
        empty={{ duty: '', person: '' }}
        max={maxSignatures}
        addLabel={t('reportTemplates:cover.addSignature')}
      >
        {(signature, set, i) => (
          <>
            <Input
              aria-label={t('reportTemplates:cover.role', { number: i + 1 })}
              placeholder={t('reportTemplates:cover.roleWord')}
              value={signature.duty}
              maxLength={20}
              onChange={(event) => set({ duty: event.target.value })}
            />
            <Input
              aria-label={t('reportTemplates:cover.name', { number: i + 1 })}
              placeholder={t('reportTemplates:cover.nameWord')}
              value={signature.person}
              maxLength={32}
              onChange={(event) => set({ person: event.target.value })}
            />
          </>
        )}
      </MovableRows>
    </>
  );
}
