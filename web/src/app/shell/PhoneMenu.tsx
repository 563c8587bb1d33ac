import { LogoutOutlined, QrcodeOutlined, ReadOutlined, RocketOutlined } from '@ant-design/icons';
import { languages } from '@plumbline/contract/kernel/constants';
import { Drawer } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router';
import { languageName, useLanguage } from '../../kernel/language.ts';
import { holdsThroughout, useSession } from '../../kernel/session.ts';
import { to } from '../paths.ts';
import { Menu } from './Menu.tsx';
import { useOtherPage } from './other-page.ts';
import { ProjectLinks } from './ProjectLinks.tsx';
import { useChooseLanguage } from './use-choose-language.ts';
import { Version } from './Version.tsx';

const LogoutDialog = lazy(() => import('./LogoutDialog.tsx'));

/**
 * Holds on a narrow screen everything that sidebar and header hold on a wide one: scan, pages, projects, language,
 * leaving. Closes by itself when another page opens.
 */
export default function PhoneMenu({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  const session = useSession();
  const { pathname } = useLocation();
  const [leaving, setLeaving] = useState(false);
  useOtherPage(onClose);
  // A tap on the entry of the open page changes nothing in the address, and closes too.
  const tap = ({ target }: { target: EventTarget }): void => {
    if (target instanceof Element && target.closest('a')) onClose();
  };
  if (leaving)
    return (
      <Suspense>
        <LogoutDialog onClose={onClose} />
      </Suspense>
    );
  return (
    <Drawer
      open
      onClose={onClose}
      title={t('shell:menu')}
      placement="left"
      size="100%"
      rootClassName="phone-menu"
      styles={{ body: { padding: 0 } }}
    >
      {/* biome-ignore lint/a11y: the links inside are what keyboard and reader meet; their click bubbles up here */}
      <div className="side" onClick={tap}>
        {holdsThroughout(session, 'Create:Device') && (
          <Link className="scan" to={to('DeviceWarehouse', {}, { do: 'scan' })}>
            <QrcodeOutlined />
            {t('intake:open')}
          </Link>
        )}
        <Menu phone />
        <ProjectLinks phone />
        {!session.isPrivate && (
          <Link className="scan" to={to('Releases')}>
            <RocketOutlined />
            {t('releases:title')}
          </Link>
        )}
        {!session.isPrivate && !session.corporation?.documentDisabled && (
          <Link className="scan" to={to('Documents', {}, { from: pathname })}>
            <ReadOutlined />
            {t('guide:title')}
          </Link>
        )}
        <LanguageRow />
        <button type="button" className="pl-bare leave" onClick={() => setLeaving(true)}>
          <LogoutOutlined />
          {t('shell:logout.word')}
        </button>
        <div className="ft">
          <Version />
        </div>
      </div>
    </Drawer>
  );
}

function LanguageRow() {
  const { t } = useTranslation();
  const language = useLanguage();
  const choose = useChooseLanguage();
  return (
    <fieldset className="languages">
      <legend className="pl-visually-hidden">{t('shell:language')}</legend>
      {languages.map((each) => (
        <button
          key={each}
          type="button"
          lang={each}
          className="pl-bare"
          aria-pressed={each === language}
          onClick={() => choose(each)}
        >
          {languageName(each)}
        </button>
      ))}
    </fieldset>
  );
}
