import { LogoutOutlined, TranslationOutlined, UserOutlined } from '@ant-design/icons';
import { type Language, languages } from '@plumbline/contract/constants';
import { sessions } from '@plumbline/contract/sessions';
import { users } from '@plumbline/contract/users';
import { App, Dropdown } from 'antd';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router';
import { useToasts } from '../../design/Toasts.tsx';
import { call } from '../../kernel/call.ts';
import { changeLanguage, languageNames, useLanguage } from '../../kernel/language.ts';
import * as session from '../../kernel/session.ts';
import { useSession } from '../../kernel/session.ts';
import { to } from '../paths.ts';

const shortNames: Readonly<Record<Language, string>> = { en: 'EN', 'zh-CN': '简', 'zh-TW': '繁' };

/** The three languages; the choice is kept with the account. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const choose = async (chosen: Language): Promise<void> => {
    await changeLanguage(chosen);
    if (!session.current()) return;
    session.changeUser({ language: chosen });
    await call(users.updateProfile, { language: chosen });
  };
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        selectable: true,
        selectedKeys: [language],
        items: languages.map((each) => ({ key: each, label: <span lang={each}>{languageNames[each]}</span> })),
        onClick: ({ key }) => void choose(key as Language).catch(toasts.failed),
      }}
    >
      <button type="button" className="pl-bare ic lang" aria-label={t('shell:language')} title={t('shell:language')}>
        <TranslationOutlined />
        {shortNames[language]}
      </button>
    </Dropdown>
  );
}

/** Two letters, or the last two characters of a Chinese name. */
const initials = (name: string): string => {
  if (/\p{Script=Han}/u.test(name)) return [...name].slice(-2).join('');
  const words = name.split(/[\s._-]+/).filter(Boolean);
  return (words.length > 1 ? `${words[0]![0]}${words[1]![0]}` : name.slice(0, 2)).toUpperCase();
};

/** Profile and Logout. Leaving asks first, then goes to the sign-in page. */
export function UserMenu() {
  const { t } = useTranslation();
  const { modal } = App.useApp();
  const navigate = useNavigate();
  const { user } = useSession();
  const leave = (): void => {
    modal.confirm({
      title: t('shell:logout.ask'),
      content: t('shell:logout.means'),
      okText: t('shell:logout.word'),
      cancelText: t('common:cancel'),
      icon: null,
      onOk: async () => {
        // The token is forgotten here whether or not the server could be told.
        await call(sessions.signout, {}).catch(() => undefined);
        session.leave();
        await navigate(to('Sign'));
      },
    });
  };
  return (
    <Dropdown
      trigger={['click']}
      placement="bottomRight"
      menu={{
        items: [
          { key: 'who', type: 'group', label: `${user.displayName} · ${user.name}` },
          { key: 'profile', icon: <UserOutlined />, label: t('users:profile.title') },
          { type: 'divider' },
          { key: 'logout', icon: <LogoutOutlined />, label: t('shell:logout.word') },
        ],
        onClick: ({ key }) => (key === 'logout' ? leave() : void navigate(to('Profile'))),
      }}
    >
      <button type="button" className="pl-bare ic me" aria-label={t('shell:userMenu')} title={user.displayName}>
        <span className="av">{initials(user.displayName)}</span>
      </button>
    </Dropdown>
  );
}
