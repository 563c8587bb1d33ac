import './inspections.css';
import { elementAt } from '@plumbline/contract/kernel/elements';
import { inspections } from '@plumbline/contract/points/inspections';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmLeaving } from '../../../design/form/leave.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Tabs } from '../../../design/Tabs.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useUrlState } from '../../../kernel/url-state.ts';
import { DefectsTab } from './DefectsTab.tsx';
import { LogTab } from './LogTab.tsx';
import { PlansTab } from './PlansTab.tsx';
import { RoundsTab } from './RoundsTab.tsx';
import { TemplatesTab } from './TemplatesTab.tsx';

const tabs = {
  rounds: () => <RoundsTab />,
  defects: () => <DefectsTab />,
  log: () => <LogTab />,
  plans: (canChange: boolean) => <PlansTab canChange={canChange} />,
  templates: (canChange: boolean) => <TemplatesTab canChange={canChange} />,
} as const satisfies Readonly<Record<string, (canChange: boolean) => ReactElement>>;
type Tab = keyof typeof tabs;
const names = Object.keys(tabs) as Tab[];

/** The inspections of a project: what is due, what was found, what was done, and how it is planned. */
export default function InspectionPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [chosen, setTab] = useUrlState<Tab>('tab', 'rounds');
  const tab = names.find((each) => each === chosen) ?? elementAt(names, 0);
  const canChange = project.archivedAt === null && allowed(inspections.createPlan);
  return (
    <Page title={t('inspections:title')} note={t('common:zone', { zone: formatZone(project.timeZone) })}>
      <Tabs
        activeKey={tab}
        onChange={(next) => confirmLeaving(() => setTab(next as Tab))}
        items={names.map((key) => ({ key, label: t(`inspections:tab.${key}`) }))}
      />
      {tabs[tab](canChange)}
    </Page>
  );
}
