import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { users } from '@plumbline/contract/people/users';
import { type ListedLanguage, languagePacks } from '@plumbline/contract/platform/language-packs';
import { Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { prefer } from '../../../app/shell/preferences.queries.ts';
import { useChooseLanguage } from '../../../app/shell/use-choose-language.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { choosePack } from '../../../kernel/language-pack.ts';
import { useRead } from '../../../kernel/reads.ts';
import { packKey } from '../../../kernel/remembered-language.ts';
import * as session from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';

/** The languages of the product and the packs of the installation. A pack counts from the page that is loaded then. */
export function LanguageChoice() {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const choose = useChooseLanguage();
  const { data } = useRead(languagePacks.list, {});
  const { run: updateProfile } = useWrite(users.updateProfile);
  const packs = (data?.languages ?? []).filter(({ isOwn }) => isOwn);
  const pack = localStorage.getItem(packKey);
  const take = async ({ lang, base }: ListedLanguage): Promise<void> => {
    const { user } = await updateProfile({ language: base });
    session.changeUser(user);
    await prefer('languagePack', lang);
    choosePack(lang, base);
    location.reload();
  };
  const onChange = (chosen: string): void => {
    const listed = packs.find(({ lang }) => lang === chosen);
    if (listed) void take(listed).catch(toasts.failed);
    else choose(chosen as Language);
  };
  return (
    <Select
      aria-label={t('users:profile.language')}
      value={packs.some(({ lang }) => lang === pack) ? pack : language}
      onChange={onChange}
      options={[
        ...languages.map((each) => ({ value: each as string, label: languageName(each) })),
        ...packs.map(({ lang, name }) => ({ value: lang, label: name })),
      ]}
    />
  );
}
