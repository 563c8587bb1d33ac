import { PlusOutlined } from '@ant-design/icons';
import { deliveries } from '@plumbline/contract/alerts/deliveries';
import { alertRules } from '@plumbline/contract/alerts/rules';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../design/Pane.tsx';
import { Tabs } from '../../design/Tabs.tsx';
import { DeliveryLog } from '../../features/alerts/deliveries/deliveries.parts.tsx';
import { DutyTab } from '../../features/alerts/duty/duty.parts.tsx';
import { PlansTab } from '../../features/alerts/response-plans/response-plans.parts.tsx';
import { RuleDialog, RuleList } from '../../features/alerts/rules/rules.parts.tsx';
import { SilencesTab } from '../../features/alerts/silences/silences.parts.tsx';
import { Allowed, useAllowed } from '../../kernel/allowed.tsx';
import { formatZone } from '../../kernel/format.ts';
import { useProject } from '../../kernel/project.tsx';
import { useUrlState } from '../../kernel/url-state.ts';

const tabs = ['rules', 'duty', 'plans', 'quiet', 'log'] as const;

/** Shows who hears of which alerts of a project, and what was sent to whom. */
export default function AlertRulesPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [tab, setTab] = useUrlState('tab', 'rules');
  const [adding, setAdding] = useState(false);
  const isOpen = project.archivedAt === null;
  return (
    <Page
      title={t('alertRules:menu')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        isOpen && (
          <Allowed to={alertRules.create}>
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
              {t('alertRules:add')}
            </Button>
          </Allowed>
        )
      }
    >
      <Tabs
        activeKey={tabs.find((each) => each === tab) ?? 'rules'}
        onChange={(next) => setTab(next)}
        items={[
          { key: 'rules', label: t('alertRules:rules') },
          { key: 'duty', label: t('duty:tab') },
          { key: 'plans', label: t('plans:tab') },
          { key: 'quiet', label: t('silences:tab') },
          { key: 'log', label: t('deliveries:log') },
        ]}
      />
      {tab === 'log' ? (
        <DeliveryLog projectId={project.id} canRetry={allowed(deliveries.retry)} />
      ) : tab === 'duty' ? (
        <DutyTab canChange={isOpen} />
      ) : tab === 'plans' ? (
        <PlansTab canChange={isOpen} />
      ) : tab === 'quiet' ? (
        <SilencesTab canChange={isOpen} />
      ) : (
        <RuleList canChange={isOpen} onAdd={() => setAdding(true)} onTested={() => setTab('log')} />
      )}
      {adding && <RuleDialog onClose={() => setAdding(false)} />}
    </Page>
  );
}
