import { QuestionCircleOutlined } from '@ant-design/icons';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { useSession } from '../../kernel/session.ts';
import { to } from '../paths.ts';

/** Leads to the guide at the topic of the page one is on; nothing where the corporation has closed the guide. */
export default function HelpLink() {
  const { t } = useTranslation();
  const { corporation, isPrivate } = useSession();
  const { pathname } = useLocation();
  if (isPrivate || corporation?.documentDisabled) return null;
  return (
    <Link
      className="ic"
      to={to('Documents', {}, { from: pathname })}
      title={t('guide:title')}
      aria-label={t('guide:title')}
    >
      <QuestionCircleOutlined />
    </Link>
  );
}
