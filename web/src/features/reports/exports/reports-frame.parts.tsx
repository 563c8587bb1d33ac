import './reports-frame.css';
import { exports } from '@plumbline/contract/reports/exports';
import { periodReports } from '@plumbline/contract/reports/period-reports';
import { reportReleases } from '@plumbline/contract/reports/releases';
import { reportDefaults } from '@plumbline/contract/reports/templates.defaults';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Tabs } from '../../../design/Tabs.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';

export type ReportsTab = 'reports' | 'schedules' | 'defaults' | 'released' | 'exports';

/** The frame of the pages about reports of a project: their tabs, each with an address of its own, those that one may open. */
export function ReportsFrame({
  active,
  actions,
  children,
}: {
  active: ReportsTab;
  actions?: ReactNode;
  children: ReactNode;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const navigate = useNavigate();
  const place = { projectId: project.id };
  const tabs = [
    { key: 'reports', label: t('periodReports:menu'), route: periodReports.list, to: to('Reports', place) },
    {
      key: 'schedules',
      label: t('periodReports:schedule.tab'),
      route: periodReports.schedules,
      to: to('Reports', place, { tab: 'schedules' }),
    },
    {
      key: 'defaults',
      label: t('reportTemplates:defaults.tab'),
      route: reportDefaults.get,
      to: to('Reports', place, { tab: 'defaults' }),
    },
    {
      key: 'released',
      label: t('reportReleases:tab'),
      route: reportReleases.released,
      to: to('ReportProject', place),
    },
    { key: 'exports', label: t('exports:tab'), route: exports.list, to: to('ReportExport', place) },
  ] as const;
  return (
    <Page
      title={t('periodReports:menu')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={actions}
    >
      <Tabs
        activeKey={active}
        onChange={(key) => {
          const next = tabs.find((tab) => tab.key === key);
          if (next) void navigate(next.to);
        }}
        items={tabs.filter(({ route }) => allowed(route)).map(({ key, label }) => ({ key, label }))}
      />
      <div className="pr-inside">{children}</div>
    </Page>
  );
}
