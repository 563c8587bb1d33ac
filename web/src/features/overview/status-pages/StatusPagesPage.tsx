import { PlusOutlined } from '@ant-design/icons';
import { statusPages } from '@plumbline/contract/overview/status-pages';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { LinkDialog } from '../../../design/LinkDialog.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { Allowed } from '../../../kernel/allowed.tsx';
import { formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { StatusPageDialog } from './StatusPageDialog.tsx';
import { StatusPageList } from './StatusPageList.tsx';

/** The status pages of a project: what outsiders see by a link, how often they looked, and how each is ended. */
export default function StatusPagesPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const [adding, setAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const isOpen = project.archivedAt === null;
  const add = isOpen && (
    <Allowed to={statusPages.create}>
      <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
        {t('statusPages:add')}
      </Button>
    </Allowed>
  );
  return (
    <Page title={t('statusPages:menu')} note={t('common:zone', { zone: formatZone(project.timeZone) })} actions={add}>
      <p className="pl-2" style={{ margin: '0 0 12px', maxWidth: 760 }}>
        {t('statusPages:intro')}
      </p>
      <StatusPageList
        canChange={isOpen}
        onLink={setToken}
        empty={
          <Empty title={t('statusPages:none')} why={t('statusPages:noneWhy')}>
            {add}
          </Empty>
        }
      />
      {adding && <StatusPageDialog onMade={setToken} onClose={() => setAdding(false)} />}
      {token !== null && (
        <LinkDialog
          page={to('PublicStatus', { token })}
          title={t('statusPages:link.title')}
          onClose={() => setToken(null)}
        />
      )}
    </Page>
  );
}
