import { elementAt } from '@plumbline/contract/kernel/elements';
import { Failure } from '@plumbline/contract/kernel/errors';
import { structures } from '@plumbline/contract/site/structures';
import { missingOptions } from '@plumbline/contract/site/structures.measures';
import type { ReactElement } from 'react';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { NotFoundPage } from '../../../app/NotFoundPage.tsx';
import { to } from '../../../app/paths.ts';
import { confirmLeaving } from '../../../design/form/leave.tsx';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { StatusTag } from '../../../design/Status.tsx';
import { Tabs } from '../../../design/Tabs.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { wordKey } from '../../../kernel/words.ts';
import { DisplayTab } from './DisplayTab.tsx';
import { GradingsTab } from './GradingsTab.tsx';
import { PeopleTab } from './PeopleTab.tsx';
import { PictureTab } from './PictureTab.tsx';
import { StructureConfigTab } from './StructureConfigTab.tsx';
import type { StructureTab } from './structure-tab.ts';

const tabs: readonly { readonly key: string; readonly draw: (props: StructureTab) => ReactElement }[] = [
  { key: 'config', draw: (props) => <StructureConfigTab {...props} /> },
  { key: 'display', draw: (props) => <DisplayTab {...props} /> },
  { key: 'picture', draw: (props) => <PictureTab {...props} /> },
  { key: 'gradings', draw: (props) => <GradingsTab {...props} /> },
  { key: 'people', draw: (props) => <PeopleTab {...props} /> },
];

/** The console of a structure, or of an item of one. */
export default function StructureConsolePage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const params = useParams();
  const structureId = Number(params.itemId ?? params.structureId);
  const query = useRead(structures.get, { structureId });
  const allowed = useAllowed();
  const [chosen, setTab] = useUrlState('tab', 'config');
  const tab = tabs.find(({ key }) => key === chosen) ?? elementAt(tabs, 0);
  if (query.error instanceof Failure && query.error.name === 'notFound') return <NotFoundPage />;
  const structure = query.data?.structure;
  const readOnly = project.archivedAt ? t('projects:archivedNote') : allowed(structures.update) ? undefined : true;
  return (
    <Page
      flush
      title={
        <PagePath
          to={to('ProjectConsole', { projectId: project.id }, { tab: 'structures' })}
          above={t('projects:console.tab.structures')}
        >
          {structure?.name}
        </PagePath>
      }
      note={
        structure &&
        [
          t(`structures:type.${structure.type}`),
          ...(structure.isItem ? [] : missingOptions(structure.type, structure.options)).map((key) =>
            t('structures:optionMissing', { option: t(wordKey(`structures:option.${key}`)) }),
          ),
        ].join(' · ')
      }
      actions={structure && <StatusTag status={structure.status} words="short" />}
    >
      <div className="pj-console">
        <Tabs
          activeKey={tab.key}
          onChange={(next) => confirmLeaving(() => setTab(next))}
          items={tabs.map(({ key }) => ({ key, label: t(wordKey(`structures:console.${key}`)) }))}
        />
        <Answer query={query} loading={<SkeletonRows rows={8} />}>
          {(data) => <div key={data.structure.id}>{tab.draw({ structure: data.structure, readOnly })}</div>}
        </Answer>
      </div>
    </Page>
  );
}
