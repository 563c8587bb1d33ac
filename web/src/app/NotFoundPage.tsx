import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useLocation, useNavigate } from 'react-router';
import { to } from './paths.ts';

/** A path that leads nowhere: says which, and offers the way home. */
export function NotFoundPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { pathname } = useLocation();
  return (
    <section className="pl-page" style={{ justifyContent: 'center', alignItems: 'center' }}>
      <div className="pl-state" style={{ alignItems: 'center', textAlign: 'center' }}>
        <svg width="64" height="120" viewBox="0 0 64 120" fill="none" aria-hidden="true">
          <path d="M8 1h48" stroke="var(--pl-text-3)" strokeWidth="1.500" />
          <path d="M32 1 46 70" stroke="var(--pl-text-2)" strokeWidth="1" />
          <path d="m40 70 12-2 1.500 9-4 24-10-22z" fill="var(--pl-text-2)" />
          <path d="M32 1v112" stroke="var(--pl-line-control)" strokeWidth="1" strokeDasharray="1 5" />
        </svg>
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
