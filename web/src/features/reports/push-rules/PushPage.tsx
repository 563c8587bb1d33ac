import './push-rules.css';
import { PlusOutlined } from '@ant-design/icons';
import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { pushRules } from '@plumbline/contract/reports/push-rules';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../design/Pane.tsx';
import { Tabs } from '../../../design/Tabs.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { useUrlState } from '../../../kernel/url-state.ts';
import { FormatDialog } from '../push-formats/FormatDialog.parts.tsx';
import { FormatList } from '../push-formats/FormatList.parts.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleList } from './RuleList.tsx';

const tabs = ['rules', 'formats'] as const;
type Tab = (typeof tabs)[number];

/** Lists the push rules of a project with what waits and what went wrong, and the formats that they use. */
export default function PushPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const mayAdd = allowed(pushRules.create) && project.archivedAt === null;
  const mayFormat = allowed(customPushTypes.create) && project.archivedAt === null;
  const [adding, setAdding] = useState<Tab | null>(null);
  const [chosen, setTab] = useUrlState<Tab>('tab', 'rules');
  const tab = tabs.find((each) => each === chosen) ?? 'rules';
  const formats = useRead(customPushTypes.list, { projectId: project.id });
  const hasFormats = (formats.data?.customPushTypes.length ?? 0) > 0;
  const newFormat = mayFormat && (
    <Button type="primary" onClick={() => setAdding('formats')}>
      {t('dataPush:formatAdd')}
    </Button>
  );
  return (
    <Page
      title={t('dataPush:menu')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        <>
          {hasFormats && tab === 'formats' && newFormat}
          {mayAdd && hasFormats && tab === 'rules' && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('rules')}>
              {t('dataPush:add')}
            </Button>
          )}
        </>
      }
    >
      <Tabs
        activeKey={tab}
        onChange={(next) => setTab(next as Tab)}
        items={tabs.map((key) => ({ key, label: t(`dataPush:${key}`) }))}
      />
      {tab === 'rules' && <RuleList first={!hasFormats && newFormat} />}
      {tab === 'formats' && <FormatList query={formats} first={newFormat} />}
      {adding === 'rules' && <RuleDialog rule={null} onClose={() => setAdding(null)} />}
      {adding === 'formats' && <FormatDialog format={null} onClose={() => setAdding(null)} />}
    </Page>
  );
}
