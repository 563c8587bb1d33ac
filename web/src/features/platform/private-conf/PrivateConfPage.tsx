import './private-conf.css';
import { privateConf } from '@plumbline/contract/platform/private-conf';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';
import { Console } from '../../people/corporations/console.parts.tsx';
import { ConfForm } from './ConfForm.tsx';

/** The settings of the installation that may change while it runs, with who set each. */
export default function PrivateConfPage() {
  const { t } = useTranslation();
  const query = useRead(privateConf.get, {});
  const page = (
    <div className="corp-form conf">
      <div>
        <p className="pl-2 lead">
          {t('privateConf:why')}{' '}
          <Link to={to('OperationLogs', {}, { keyword: '/private-conf' })}>{t('privateConf:changes')}</Link>
        </p>
        <Answer query={query} loading={<SkeletonRows rows={8} rowPx={60} />}>
          {(data) => <ConfForm conf={data} />}
        </Answer>
      </div>
    </div>
  );
  return <Console otherwise={page}>{() => page}</Console>;
}
