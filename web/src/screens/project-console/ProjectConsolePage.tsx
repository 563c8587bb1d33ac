import { elementAt } from '@plumbline/contract/kernel/elements';
import { projects } from '@plumbline/contract/site/projects';
import { modbusServer } from '@plumbline/contract/telemetry/modbus-server';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { confirmLeaving } from '../../design/form/leave.tsx';
import { Page } from '../../design/Pane.tsx';
import { Tabs } from '../../design/Tabs.tsx';
import {
  type ConsoleTab,
  EndingTab,
  GradingsTab,
  ProjectConfigTab,
} from '../../features/site/projects/console.parts.tsx';
import { ModbusTab } from '../../features/telemetry/modbus-server/modbus-server.parts.tsx';
import { useAllowed } from '../../kernel/allowed.tsx';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';
import { wordKey } from '../../kernel/words.ts';
import { StructuresTab } from './StructuresTab.tsx';

const tabs: readonly { readonly key: string; readonly draw: (props: ConsoleTab) => ReactElement }[] = [
  { key: 'config', draw: (props) => <ProjectConfigTab {...props} /> },
  { key: 'structures', draw: (props) => <StructuresTab {...props} /> },
  { key: 'gradings', draw: (props) => <GradingsTab {...props} /> },
  { key: 'modbus', draw: (props) => <ModbusTab {...props} /> },
  { key: 'ending', draw: () => <EndingTab /> },
];

/** The console of a project: what it is, its structures, what its alert levels ask for, and how it ends. */
export default function ProjectConsolePage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [chosen, setTab] = useUrlState('tab', 'config');
  const allowedTabs = tabs.filter(
    ({ key }) =>
      (key !== 'ending' || allowed(projects.archive) || allowed(projects.remove)) &&
      (key !== 'modbus' || allowed(modbusServer.get)),
  );
  const tab = allowedTabs.find(({ key }) => key === chosen) ?? elementAt(allowedTabs, 0);
  const readOnly = project.archivedAt ? t('projects:archivedNote') : allowed(projects.update) ? undefined : true;
  return (
    <Page flush title={t('projects:console.title')} note={project.name}>
      <div className="pj-console">
        <Tabs
          activeKey={tab.key}
          onChange={(next) => confirmLeaving(() => setTab(next))}
          items={allowedTabs.map(({ key }) => ({ key, label: t(wordKey(`projects:console.tab.${key}`)) }))}
        />
        {tab.draw({ readOnly })}
      </div>
    </Page>
  );
}
