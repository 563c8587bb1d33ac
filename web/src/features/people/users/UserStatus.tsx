import { CheckOutlined, StopOutlined } from '@ant-design/icons';
import type { User } from '@plumbline/contract/people/users';
import { useTranslation } from 'react-i18next';

/** Returns whether the account may sign in: a mark and a word. */
export function UserStatus({ user }: { user: User }) {
  const { t } = useTranslation();
  return user.disabled ? (
    <span className="pl-tag quiet">
      <StopOutlined />
      {t('people:disabled')}
    </span>
  ) : (
    <span className="pl-lv pl-2">
      <CheckOutlined className="pl-3" />
      {t('people:enabled')}
    </span>
  );
}
