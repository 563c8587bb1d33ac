import './verify.css';
import { Failure } from '@plumbline/contract/kernel/errors';
import { reportVerification, type VerifiedReport } from '@plumbline/contract/reports/verification';
import { Button, Input } from 'antd';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { PublicFoot, PublicHead } from '../../../app/shell/PublicHead.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { usePublicBrand } from '../../../kernel/brand.ts';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { changeLanguage } from '../../../kernel/language.ts';
import { useRead } from '../../../kernel/reads.ts';
import { hasChosenLanguage } from '../../../kernel/remembered-language.ts';
import { periodWords } from '../period-reports/period-words.parts.ts';
import { FileCheck } from './FileCheck.tsx';
import { ReadingsCheck } from './ReadingsCheck.tsx';

/** Where anybody sees, by the code on its cover, whether a report is what was released. No account is needed. */
export default function VerifyPage() {
  const { code = '' } = useParams();
  return (
    <div className="rv">
      <PublicHead />
      <main>{code === '' ? <CodeForm /> : <ByCode key={code} code={code} />}</main>
      <PublicFoot />
    </div>
  );
}

function CodeForm({ isWrong = false }: { isWrong?: boolean }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const [code, setCode] = useState('');
  const go = (): void => void (code.trim() !== '' && navigate(to('VerifyReport', { code: code.trim() })));
  return (
    <Empty
      title={t(isWrong ? 'reportVerification:unknown' : 'reportVerification:ask')}
      why={t(isWrong ? 'reportVerification:unknownWhy' : 'reportVerification:askWhy')}
    >
      <div className="pl-row tight rv-ask">
        <Input
          value={code}
          maxLength={40}
          aria-label={t('reportVerification:code')}
          placeholder="XXXX-XXXX-XXXX-XXXX-XXXX"
          onChange={({ target }) => setCode(target.value)}
          onPressEnter={go}
        />
        <Button type="primary" onClick={go}>
          {t('reportVerification:verify')}
        </Button>
      </div>
    </Empty>
  );
}

function ByCode({ code }: { code: string }) {
  const query = useRead(reportVerification.open, { code });
  const isUnknown = query.error instanceof Failure && ['notFound', 'badInput'].includes(query.error.name);
  usePublicBrand(query.data?.corporation);
  const language = query.data?.language;
  useEffect(() => {
    if (language && !hasChosenLanguage()) void changeLanguage(language);
  }, [language]);
  if (isUnknown) return <CodeForm isWrong />;
  return (
    <Answer query={query} loading={<SkeletonRows rows={6} />}>
      {(report) => <ReportFacts report={report} />}
    </Answer>
  );
}

function ReportFacts({ report }: { report: VerifiedReport }) {
  const { t } = useTranslation();
  const { timeZone: zone, withdrawnAt, replacedAt } = report;
  const at = (iso: string): string => `${formatTime(iso, zone).slice(0, 16)} (${formatZone(zone, iso)})`;
  return (
    <>
      <div>
        <div className="pl-sm pl-3">{report.projectName}</div>
        <h1>
          {t(`periodReports:types.${report.type}`)} {periodWords(report)}
        </h1>
      </div>
      {!report.intact && (
        <p className="pl-notice rv-bad" role="alert">
          {t('reportVerification:sealBroken')}
        </p>
      )}
      {withdrawnAt !== null && (
        <p className="pl-notice rv-bad" role="alert">
          {t('reportVerification:withdrawn', { time: at(withdrawnAt) })}
        </p>
      )}
      {replacedAt !== null && (
        <p className="pl-notice" role="status">
          {t('reportVerification:replaced', { time: at(replacedAt) })}
        </p>
      )}
      <FileCheck report={report} />
      <ReadingsCheck code={report.code} zone={zone} />
      <Pane title={t('reportVerification:facts')}>
        <dl className="pl-facts">
          <dt>{t('reportReleases:version')}</dt>
          <dd>{report.version}</dd>
          <dt>{t('reportVerification:released')}</dt>
          <dd>{at(report.releasedAt)}</dd>
          {report.releasedBy !== null && (
            <>
              <dt>{t('reportVerification:releasedBy')}</dt>
              <dd>{report.releasedBy}</dd>
            </>
          )}
          <dt>{t('reportReleases:number')}</dt>
          <dd>{report.number}</dd>
          <dt>{t('reportReleases:code')}</dt>
          <dd className="pl-mono">{report.code}</dd>
          <dt>SHA-256</dt>
          <dd className="pl-mono rv-hash">{report.hash}</dd>
        </dl>
      </Pane>
    </>
  );
}
