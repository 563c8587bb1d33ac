import { PlayCircleOutlined, TranslationOutlined } from '@ant-design/icons';
import type { Language } from '@plumbline/contract/kernel/constants';
import { demonstration } from '@plumbline/contract/overview/demonstration';
import { sessions } from '@plumbline/contract/people/sessions';
import { Button } from 'antd';
import { lazy, Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { languageName, useLanguage } from '../../../kernel/language.ts';
import { read } from '../../../kernel/reads.ts';
import { begin } from '../../../kernel/session.ts';
import { useWrite } from '../../../kernel/writes.ts';

const ReplayDialog = lazy(() => import('./ReplayDialog.tsx'));

/** Buttons that Home has in the demonstration alone: its stories again, and its texts in the language of the reader. */
export default function HomeDemonstration({ corporationId, language }: { corporationId: number; language: Language }) {
  const { t } = useTranslation();
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <OtherLanguage corporationId={corporationId} language={language} />
      <Button size="small" type="text" icon={<PlayCircleOutlined />} onClick={() => setOpen(true)}>
        {t('demonstration:replay')}
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <ReplayDialog corporationId={corporationId} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** Offered where the reader has another language than the demonstration, to whoever may change it for all. */
function OtherLanguage({ corporationId, language }: { corporationId: number; language: Language }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const readers = useLanguage();
  const { mutate, isPending } = useWrite(demonstration.setLanguage, {
    onSuccess: async () => {
      begin(await read(sessions.session, {}));
      toasts.done(t('demonstration:languageDone', { language: languageName(readers) }));
    },
    onError: toasts.failed,
  });
  if (readers === language || !allowed(demonstration.setLanguage)) return null;
  return (
    <Button
      size="small"
      type="text"
      icon={<TranslationOutlined />}
      loading={isPending}
      title={t('demonstration:languageWhy')}
      onClick={() => mutate({ corporationId, language: readers })}
    >
      {t('demonstration:language', { language: languageName(readers) })}
    </Button>
  );
}
