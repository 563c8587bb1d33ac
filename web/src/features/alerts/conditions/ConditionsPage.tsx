import './conditions.css';
import { PlusOutlined } from '@ant-design/icons';
import { conditions } from '@plumbline/contract/alerts/conditions';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { confirmLeaving } from '../../../design/form/leave.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { ConditionEditor } from './ConditionEditor.tsx';
import { ConditionList } from './ConditionList.tsx';

/** Alerts over several points together: the list of a project, and the editor of one. */
export default function ConditionsPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [tab, setTab] = useUrlState('tab', '');
  const [structure] = useUrlState('structure', '');
  const query = useRead(conditions.list, { projectId: project.id });
  const canChange = project.archivedAt === null && allowed(conditions.create);
  const open = (next: string) => confirmLeaving(() => setTab(next));
  const structureId = Number(structure) || null;
  return (
    <Page
      title={t('conditions:menu')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        canChange &&
        tab === '' && (
          <Button type="primary" icon={<PlusOutlined />} onClick={() => open('new')}>
            {t('conditions:add')}
          </Button>
        )
      }
    >
      <Answer
        query={query}
        loading={<SkeletonRows rows={5} />}
        isEmpty={(answer) => tab === '' && answer.conditions.length === 0}
        empty={
          <Empty title={t('conditions:none')} why={t('conditions:noneWhy')}>
            {canChange && <Button onClick={() => open('new')}>{t('conditions:add')}</Button>}
          </Empty>
        }
      >
        {(answer) =>
          tab === '' ? (
            <ConditionList
              rows={answer.conditions.filter((each) => structureId === null || each.structureId === structureId)}
              canChange={canChange}
              onOpen={open}
            />
          ) : (
            <ConditionEditor
              key={tab}
              what={tab}
              structureId={structureId}
              all={answer.conditions}
              canChange={canChange}
              onOpen={open}
              onSaved={(id) => setTab(id === null ? '' : String(id))}
            />
          )
        }
      </Answer>
    </Page>
  );
}
