import { PlusOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { to } from '../../../app/paths.ts';
import { Page } from '../../../design/Pane.tsx';
import { Empty } from '../../../design/States.tsx';
import { WallDialog } from './WallDialog.tsx';
import { WallList } from './WallList.tsx';
import './walls.css';
import { LinkDialog } from '../../../design/LinkDialog.tsx';

/** The walls that somebody made: what each shows, how often it was opened, and how it is ended. */
export default function WallsPage() {
  const { t } = useTranslation();
  const [adding, setAdding] = useState(false);
  const [token, setToken] = useState<string | null>(null);
  const add = (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('walls:add')}
    </Button>
  );
  return (
    <Page title={t('walls:menu')} actions={add}>
      <p className="pl-2" style={{ margin: '0 0 12px', maxWidth: 760 }}>
        {t('walls:intro')}
      </p>
      <WallList
        onLink={setToken}
        empty={
          <Empty title={t('walls:none')} why={t('walls:noneWhy')}>
            {add}
          </Empty>
        }
      />
      {adding && <WallDialog onMade={setToken} onClose={() => setAdding(false)} />}
      {token !== null && (
        <LinkDialog page={to('WallScreen', { token })} title={t('walls:linkTitle')} onClose={() => setToken(null)} />
      )}
    </Page>
  );
}
