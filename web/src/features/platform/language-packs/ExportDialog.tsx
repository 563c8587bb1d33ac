import { type Language, languages } from '@plumbline/contract/kernel/constants';
import { languageCode, languagePacks } from '@plumbline/contract/platform/language-packs';
import { Input, Select } from 'antd';
import { useTranslation } from 'react-i18next';
import { z } from 'zod';
import { SchemaDialog } from '../../../design/SchemaDialog.tsx';
import { Field } from '../../../design/SchemaForm.tsx';
import { download, saveAs } from '../../../kernel/call.ts';
import { languageName } from '../../../kernel/language.ts';

const schema = z.object({ lang: languageCode, base: z.enum(languages) });

/** Saves the file to translate: with what is translated already, where there is such a pack. */
export async function savePackFile(lang: string, base: Language): Promise<void> {
  const { blob, fileName } = await download(languagePacks.file, { lang, base });
  saveAs(blob, fileName ?? `plumbline-${lang}.json`);
}

/** A file to translate for a language that there is no pack of yet. */
export function ExportDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTranslation();
  return (
    <SchemaDialog
      title={t('languagePacks:export')}
      means={t('languagePacks:exportMeans')}
      widthPx={440}
      word={t('languagePacks:export')}
      schema={schema}
      initial={{ base: 'en' }}
      onSubmit={async ({ lang, base }: { lang: string; base: Language }) => {
        await savePackFile(lang, base);
        onClose();
      }}
      onClose={onClose}
    >
      <Field name="lang" label={t('languagePacks:code')} help={t('languagePacks:codeHelp')}>
        <Input maxLength={20} placeholder="vi" />
      </Field>
      <Field name="base" label={t('languagePacks:base')} help={t('languagePacks:baseHelp')}>
        <Select options={languages.map((each) => ({ value: each, label: languageName(each) }))} />
      </Field>
    </SchemaDialog>
  );
}
