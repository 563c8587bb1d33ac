import './meanwhile.css';
import { WarningOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { formatTime, formatZone, missing } from '../../kernel/format.ts';

/** One thing that somebody else changed, as texts in the reader's language. */
export interface Difference {
  readonly label: string;
  readonly was: string;
  readonly now: string;
}

/**
 * Somebody else saved the same record while one was typing: who, when and what, and the choice between both. What was
 * typed stays until one decides.
 */
export function Meanwhile({
  other: { by, at },
  zone,
  differences,
  onKeep,
  onTake,
}: {
  /** `by` = null where nobody has told it yet. */
  other: { readonly by: string | null; readonly at: string | null };
  zone?: string | undefined;
  differences: readonly Difference[];
  onKeep: () => void;
  onTake: () => void;
}) {
  const { t } = useTranslation();
  return (
    <section className="pl-meanwhile" role="alert">
      <p className="pl-row tight">
        <WarningOutlined />
        <b>
          {by === null
            ? t('forms:meanwhile.somebody')
            : t('forms:meanwhile.by', {
                name: by,
                time: at === null ? missing : `${formatTime(at, zone)} ${formatZone(zone, at)}`,
              })}
        </b>
      </p>
      {differences.length > 0 && (
        <ul>
          {differences.map(({ label, was, now }) => (
            <li key={label}>
              <span className="pl-2">{label}</span> <s className="pl-3 pl-num">{was || missing}</s>{' '}
              <span aria-hidden="true">→</span> <b className="pl-num">{now || missing}</b>
            </li>
          ))}
        </ul>
      )}
      <p className="pl-2 pl-sm">{t('forms:meanwhile.why')}</p>
      <div className="pl-row">
        <Button size="small" onClick={onKeep}>
          {t('forms:meanwhile.keep')}
        </Button>
        <Button size="small" onClick={onTake}>
          {t('forms:meanwhile.take')}
        </Button>
      </div>
    </section>
  );
}
