import { CheckOutlined, TranslationOutlined } from '@ant-design/icons';
import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { languageName, useLanguage } from '../../kernel/language.ts';
import { useSession } from '../../kernel/session.ts';
import { Dropdown } from './Dropdown.tsx';
import { initialsOf } from './initials.ts';
import { useChooseLanguage } from './use-choose-language.ts';

const UserMenuList = lazy(() => import('./UserMenuList.tsx'));
const LogoutDialog = lazy(() => import('./LogoutDialog.tsx'));

/** A small list under a header button. */
export function HeaderMenu({
  button,
  widthPx,
  children,
}: {
  button: ReactNode;
  widthPx: number;
  children: (close: () => void) => ReactNode;
}) {
  const [open, setOpen] = useState(false);
  return (
    <Dropdown open={open} onOpenChange={setOpen} side="right" widthPx={widthPx} paddingPx={6} button={button}>
      {children(() => setOpen(false))}
    </Dropdown>
  );
}

const shortNames: Readonly<Record<Language, string>> = { en: 'EN', 'zh-CN': '简', 'zh-TW': '繁' };

/** The three languages; the choice is kept with the account. */
export function LanguageSwitch() {
  const { t } = useTranslation();
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <HeaderMenu
      widthPx={160}
      button={
        <button type="button" className="pl-bare ic lang" title={t('shell:language')}>
          <span className="pl-visually-hidden">{t('shell:language')}</span>
          <TranslationOutlined />
          {shortNames[language]}
        </button>
      }
    >
      {(close) =>
        languages.map((each) => (
          <button
            key={each}
            type="button"
            lang={each}
            className="pl-bare pick"
            onClick={() => {
              close();
              choose(each);
            }}
          >
            <span className="pl-gap">{languageName(each)}</span>
            {each === language && <CheckOutlined />}
          </button>
        ))
      }
    </HeaderMenu>
  );
}

/** Shows the menu of the user. Leaving asks first, then goes to the sign-in page. */
export function UserMenu() {
  const { t } = useTranslation();
  const { user } = useSession();
  const [leaving, setLeaving] = useState(false);
  return (
    <>
      <HeaderMenu
        widthPx={200}
        button={
          <button type="button" className="pl-bare ic me" title={user.displayName}>
            <span className="pl-visually-hidden">{t('shell:userMenu')}</span>
            <span className="av">{initialsOf(user.displayName)}</span>
          </button>
        }
      >
        {(close) => (
          <Suspense>
            <UserMenuList close={close} onLeave={() => setLeaving(true)} />
          </Suspense>
        )}
      </HeaderMenu>
      {leaving && (
        <Suspense>
          <LogoutDialog onClose={() => setLeaving(false)} />
        </Suspense>
      )}
    </>
  );
}
