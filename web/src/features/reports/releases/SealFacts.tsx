import type { ReportReview } from '@plumbline/contract/reports/releases';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { CopyButton } from '../../../design/CopyButton.tsx';
import { Pane } from '../../../design/Pane.tsx';
import { useProject } from '../../../kernel/project.tsx';

/** Shows the version, what it replaces, and how anybody verifies it. */
export function SealFacts({ review }: { review: ReportReview }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const { version, replacesId, replacedById, code, sealNumber } = review;
  const reviewOf = (reportId: number) => to('ReportReview', { projectId: project.id, reportId });
  return (
    <Pane title={t('reportReleases:seal')}>
      <dl className="pl-facts">
        <dt>{t('reportReleases:version')}</dt>
        <dd>
          {version}
          {replacesId !== null && (
            <>
              {', '}
              <Link to={reviewOf(replacesId)}>{t('reportReleases:replaces', { version: version - 1 })}</Link>
            </>
          )}
        </dd>
        {replacedById !== null && (
          <>
            <dt>{t('reportReleases:replacedBy')}</dt>
            <dd>
              <Link to={reviewOf(replacedById)}>{t('reportReleases:versionN', { version: version + 1 })}</Link>
            </dd>
          </>
        )}
        {code !== null && sealNumber !== null && (
          <>
            <dt>{t('reportReleases:number')}</dt>
            <dd>{sealNumber}</dd>
            <dt>{t('reportReleases:code')}</dt>
            <dd className="rr-verify">
              <Link className="pl-mono rr-code" to={to('VerifyReport', { code })}>
                {code}
              </Link>
              <CopyButton text={code} />
            </dd>
          </>
        )}
      </dl>
      {code === null && <p className="pl-sm pl-3">{t('reportReleases:notSealed')}</p>}
    </Pane>
  );
}
