import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { PlumbSign } from '../design/PlumbSign.tsx';
import { PageTitle } from './PageTitle.tsx';
import { to } from './paths.ts';

/** A path that leads nowhere: says which, and offers the way home. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <section className="pl-page" style={{ justifyContent: 'center', alignItems: 'center' }}>
      {/* Also where the address is that of a page, and what it names is not there. */}
      <PageTitle page={{ title: 'shell:notFound.title' }} />
      <div className="pl-state" style={{ alignItems: 'center', textAlign: 'center' }}>
        <PlumbSign />
        <h1 style={{ marginTop: 20 }}>{t('shell:notFound.title')}</h1>
        <div className="pl-2">{t('shell:notFound.why')}</div>
        <div className="detail">{pathname}</div>
        <div className="next">
          <Button type="primary" onClick={() => void navigate(to('Home'))}>
            {t('shell:notFound.home')}
          </Button>
          <Button onClick={() => void navigate(-1)}>{t('common:back')}</Button>
        </div>
      </div>
    </section>
  );
}
export default NotFoundPage;
