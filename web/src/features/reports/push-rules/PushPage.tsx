import './push-rules.css';
import { PlusOutlined } from '@ant-design/icons';
import { customPushTypes } from '@plumbline/contract/reports/push-formats';
import { pushRules } from '@plumbline/contract/reports/push-rules';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Page } from '../../../design/Pane.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { FormatDialog } from '../push-formats/FormatDialog.parts.tsx';
import { FormatList } from '../push-formats/FormatList.parts.tsx';
import { RuleDialog } from './RuleDialog.tsx';
import { RuleList } from './RuleList.tsx';

/** Lists the push rules of a project with what waits and what went wrong, and the formats that they use. */
export default function PushPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const mayAdd = allowed(pushRules.create) && project.archivedAt === null;
  const mayFormat = allowed(customPushTypes.create) && project.archivedAt === null;
  const [adding, setAdding] = useState<'rule' | 'format' | null>(null);
  const formats = useRead(customPushTypes.list, { projectId: project.id });
  const hasFormats = (formats.data?.customPushTypes.length ?? 0) > 0;
  return (
    <Page
      title={t('dataPush:menu')}
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
      actions={
        <>
          {mayFormat && hasFormats && <Button onClick={() => setAdding('format')}>{t('dataPush:formatAdd')}</Button>}
          {mayAdd && hasFormats && (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding('rule')}>
              {t('dataPush:add')}
            </Button>
          )}
        </>
      }
    >
      <RuleList />
      <h2 className="push-heading">{t('dataPush:formats')}</h2>
      <FormatList
        query={formats}
        first={
          mayFormat ? (
            <Button type="primary" onClick={() => setAdding('format')}>
              {t('dataPush:formatAdd')}
            </Button>
          ) : null
        }
      />
      {adding === 'rule' && <RuleDialog rule={null} onClose={() => setAdding(null)} />}
      {adding === 'format' && <FormatDialog format={null} onClose={() => setAdding(null)} />}
    </Page>
  );
}
