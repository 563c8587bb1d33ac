import { builtFlags, isOpen } from '@plumbline/contract/kernel/flags';
import { type Corporation, corporations } from '@plumbline/contract/people/corporations';
import { Switch } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { restore } from '../../../app/restore.queries.ts';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { useWrite } from '../../../kernel/writes.ts';

type BuiltFlag = keyof typeof builtFlags;
const flags = Object.keys(builtFlags) as BuiltFlag[];

/** The modules that this version has, each with what it opens. They are switched one by one, at once. */
export function FlagSection({ corporation }: { corporation: Corporation }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const { run: updateCorporation } = useWrite(corporations.update);
  const [busy, setBusy] = useState<BuiltFlag | 'documents' | null>(null);
  const change = async (flag: BuiltFlag | 'documents', on: boolean): Promise<void> => {
    setBusy(flag);
    const to = flag === 'documents' ? { documentDisabled: !on } : { flags: { [flag]: on } };
    try {
      await updateCorporation({ corporationId: corporation.id, ...to }, { over: corporation });
      await restore();
      toasts.done(t('common:saved'));
    } catch (error) {
      toasts.failed(error);
    } finally {
      setBusy(null);
    }
  };
  const row = (flag: BuiltFlag | 'documents', word: string, means: string, checked: boolean) => (
    <div key={flag} className="corp-flag">
      <div>
        <b id={`flag-${flag}`}>{word}</b>
        <p className="pl-2 pl-sm">{means}</p>
      </div>
      <Switch
        aria-labelledby={`flag-${flag}`}
        checked={checked}
        loading={busy === flag}
        disabled={!allowed(corporations.update)}
        onChange={(on) => void change(flag, on)}
      />
    </div>
  );
  return (
    <section>
      <h2>{t('corporations:flags.title')}</h2>
      {flags.map((flag) =>
        row(
          flag,
          t(`corporations:flags.${flag}`),
          t(`corporations:flags.opens.${flag}`),
          isOpen(corporation.flags, flag),
        ),
      )}
      {row(
        'documents',
        t('corporations:flags.documents'),
        t('corporations:flags.documentsMeans'),
        !corporation.documentDisabled,
      )}
    </section>
  );
}
