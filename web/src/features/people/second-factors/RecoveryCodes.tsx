import { CopyOutlined, DownloadOutlined } from '@ant-design/icons';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { saveAs } from '../../../kernel/call.ts';
import { useSession } from '../../../kernel/session.ts';

/** Recovery codes, shown this once. */
export function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { user } = useSession();
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    toasts.done(t('common:copied'));
  };
  return (
    <section aria-label={t('secondFactors:codes.title')}>
      <div className="pl-b">{t('secondFactors:codes.title')}</div>
      <p className="pl-2" style={{ margin: '4px 0 12px' }}>
        {t('secondFactors:codes.why')}
      </p>
      <ol className="pl-mono" style={{ margin: '0 0 12px', paddingInlineStart: 32 }}>
        {codes.map((code) => (
          <li key={code} style={{ overflowWrap: 'anywhere' }}>
            {code}
          </li>
        ))}
      </ol>
      <div className="pl-row" style={{ flexWrap: 'wrap' }}>
        <Button icon={<CopyOutlined />} onClick={() => void copy().catch(toasts.failed)}>
          {t('common:copy')}
        </Button>
        <Button
          icon={<DownloadOutlined />}
          onClick={() =>
            saveAs(new Blob([`${user.name}\n${text}\n`], { type: 'text/plain' }), 'plumbline-recovery-codes.txt')
          }
        >
          {t('secondFactors:codes.save')}
        </Button>
        <Button type="primary" onClick={onDone}>
          {t('secondFactors:codes.done')}
        </Button>
      </div>
    </section>
  );
}
