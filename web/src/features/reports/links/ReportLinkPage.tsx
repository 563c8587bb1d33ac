import './report-link.css';
import { Failure } from '@plumbline/contract/kernel/errors';
import { type OpenedReport, reportLinks } from '@plumbline/contract/reports/links';
import { Button, Input } from 'antd';
import { type ReactNode, Suspense, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { PublicFoot, PublicHead } from '../../../app/shell/PublicHead.tsx';
import { formatAs } from '../../../design/formats.ts';
import { Empty, Failed, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { usePublicBrand } from '../../../kernel/brand.ts';
import { download, saveAs } from '../../../kernel/call.ts';
import { wordsOf } from '../../../kernel/failures.ts';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { changeLanguage } from '../../../kernel/language.ts';
import { hasChosenLanguage } from '../../../kernel/remembered-language.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { periodWords } from '../period-reports/period-words.parts.ts';
import { PdfPages } from './pdf-pages.parts.tsx';

/** Shows a released report to a recipient without an account: the released report in the browser, and its files. */
export default function ReportLinkPage() {
  const { token = '' } = useParams();
  return (
    <div className="rl">
      <PublicHead />
      <main>
        <Opened key={token} token={token} />
      </main>
      <PublicFoot />
    </div>
  );
}

/** An opening is counted: it is asked for once, and again with a password. */
function useOpening(token: string) {
  const { run } = useWrite(reportLinks.open);
  const [password, setPassword] = useState<string | undefined>();
  const [report, setReport] = useState<OpenedReport | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const open = async (password?: string): Promise<void> => {
    setBusy(true);
    try {
      const opened = await run({ token, ...(password !== undefined && { password }) });
      setPassword(password);
      setReport(opened);
      setError(null);
      if (!hasChosenLanguage()) void changeLanguage(opened.language);
    } catch (failure) {
      setError(failure);
    } finally {
      setBusy(false);
    }
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each link
  useEffect(() => {
    void open();
  }, [token]);
  return { report, error, isBusy, password, open };
}

function Opened({ token }: { token: string }) {
  const { t } = useTranslation();
  const { report, error, isBusy, password, open } = useOpening(token);
  usePublicBrand(report?.corporation);
  if (report) return <Report report={report} token={token} password={password} />;
  if (error instanceof Failure && error.name === 'reportLinkPassword')
    return <PasswordForm error={error} isBusy={isBusy} onGiven={(entered) => void open(entered)} />;
  if (error instanceof Failure && ['notFound', 'badInput'].includes(error.name))
    return <Empty title={t('reportLinks:gone')} why={t('reportLinks:goneWhy')} />;
  if (error !== null) return <Failed error={error} onRetry={() => void open()} />;
  return <SkeletonRows rows={8} />;
}

function PasswordForm({
  error,
  isBusy,
  onGiven,
}: {
  error: Failure;
  isBusy: boolean;
  onGiven: (password: string) => void;
}) {
  const { t } = useTranslation();
  const [password, setPassword] = useState('');
  const isWrong = (error.detail as { isWrong?: boolean } | undefined)?.isWrong === true;
  return (
    <Empty title={t('reportLinks:askPassword')} why={t('reportLinks:askPasswordWhy')}>
      <form
        className="pl-row tight rl-ask"
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== '') onGiven(password);
        }}
      >
        <Input.Password
          value={password}
          aria-label={t('reportLinks:password')}
          autoComplete="off"
          maxLength={100}
          onChange={({ target }) => setPassword(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={isBusy}>
          {t('reportLinks:open')}
        </Button>
      </form>
      {isWrong && (
        <p role="alert" className="pl-wrong">
          {t('reportLinks:wrongPassword')}
        </p>
      )}
    </Empty>
  );
}

function Note({ bad = false, children }: { bad?: boolean; children: ReactNode }) {
  return (
    <p className={`pl-notice${bad ? ' rl-bad' : ''}`} role={bad ? 'alert' : 'status'}>
      {children}
    </p>
  );
}

function Report({ report, token, password }: { report: OpenedReport; token: string; password: string | undefined }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { timeZone: zone, withdrawnAt, replacedAt } = report;
  const at = (iso: string): string => `${formatTime(iso, zone).slice(0, 16)} (${formatZone(zone, iso)})`;
  const input = { token, ...(password !== undefined && { password }) };
  const fetchFile = (format: OpenedReport['files'][number]['format']) =>
    download(reportLinks.file, { ...input, format });
  const save = async (format: OpenedReport['files'][number]['format']): Promise<void> => {
    const { blob, fileName } = await fetchFile(format);
    saveAs(blob, fileName ?? `${report.firstDay}.${format}`);
  };
  const hasPdf = report.files.some(({ format }) => format === 'pdf');
  return (
    <>
      <div>
        <div className="pl-sm pl-3">{report.projectName}</div>
        <h1>
          {t(`periodReports:types.${report.type}`)} {periodWords(report)}
        </h1>
        <div className="pl-sm pl-3">
          {t('reportReleases:versionN', { version: report.version })} · {at(report.releasedAt)} · {report.releasedBy} ·{' '}
          <Link className="rl-verify" to={to('VerifyReport', { code: report.code })}>
            {t('reportVerification:title')}
          </Link>
        </div>
      </div>
      {withdrawnAt !== null && <Note bad>{t('reportVerification:withdrawn', { time: at(withdrawnAt) })}</Note>}
      {replacedAt !== null && <Note>{t('reportVerification:replaced', { time: at(replacedAt) })}</Note>}
      <div className="pl-row tight rl-files">
        {report.files.map(({ format, bytes }) => (
          <Button key={format} onClick={() => void save(format).catch((error) => toasts.failed(error))}>
            {format.toUpperCase()} <span className="pl-sm pl-3">{formatAs('BYTE', bytes, t)}</span>
          </Button>
        ))}
      </div>
      {report.expiresAt !== null && (
        <p className="pl-sm pl-3">{t('reportLinks:until', { time: at(report.expiresAt) })}</p>
      )}
      {hasPdf && (
        <Suspense fallback={<SkeletonRows rows={8} />}>
          <PdfPages
            load={async () => (await fetchFile('pdf')).blob}
            failure={(error) => <p className="pl-wrong">{wordsOf(error, t).words}</p>}
          />
        </Suspense>
      )}
    </>
  );
}
