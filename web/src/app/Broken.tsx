import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useRouteError } from 'react-router';
import { Empty } from '../design/States.tsx';

/** A page that failed in itself, or whose file is no longer on the server after an update: say so, offer to load again. */
export function Broken() {
  const { t } = useTranslation();
  const error = useRouteError();
  const gone = error instanceof TypeError && /import|fetch|module/i.test(error.message);
  return (
    <Empty
      title={gone ? t('shell:broken.updated') : t('shell:broken.title')}
      why={error instanceof Error ? error.message : undefined}
    >
      <Button type="primary" onClick={() => location.reload()}>
        {t('shell:broken.reload')}
      </Button>
    </Empty>
  );
}
