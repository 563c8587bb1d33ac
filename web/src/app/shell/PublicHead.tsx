import { sessions } from '@plumbline/contract/people/sessions';
import { useTranslation } from 'react-i18next';
import { BrandMark } from '../../design/PlumbBob.tsx';
import { brandFile, useBrand } from '../../kernel/brand.ts';
import { useRead } from '../../kernel/reads.ts';
import { LanguageSwitch } from './menus.tsx';

/** The head of the pages that are read without an account: whose page it is, and the language. */
export function PublicHead() {
  // Until the page names whose it is, that of its host name.
  useRead(sessions.loginInfo, {}, { staleTime: Number.POSITIVE_INFINITY });
  const { name, logo } = useBrand();
  return (
    <header className="pl-row">
      <span className="pl-row tight pl-b">
        <BrandMark src={logo ? brandFile(logo) : null} />
        <span className="pl-wrap">{name}</span>
      </span>
      <span className="pl-gap" />
      <LanguageSwitch />
    </header>
  );
}

/** The foot of such a page, once its head names somebody else. */
export function PublicFoot() {
  const { t } = useTranslation();
  const { name } = useBrand();
  return name === 'Plumbline' ? null : <footer className="pl-sm pl-3 pl-public-foot">{t('shell:madeWith')}</footer>;
}
