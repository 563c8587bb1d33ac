import { CheckCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { reportVerification } from '@plumbline/contract/reports/verification';
import { useTranslation } from 'react-i18next';
import { Pane } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatTime, formatZone } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';

/** Returns whether the readings that the report was made of are the same today. */
export function ReadingsCheck({ code, zone }: { code: string; zone: string }) {
  const { t } = useTranslation();
  const query = useRead(reportVerification.readings, { code });
  return (
    <Pane title={t('reportVerification:readings')}>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ unchanged, changed, fields, points, at }) => (
          <>
            <p className={`rv-outcome ${unchanged ? 'rv-good' : 'rv-bad'}`}>
              {unchanged ? <CheckCircleOutlined /> : <ExclamationCircleOutlined />}
              <span>
                {unchanged
                  ? t('reportVerification:readingsSame', { count: fields })
                  : t('reportVerification:readingsChanged', { changed, fields })}
              </span>
            </p>
            {points !== null && points.length > 0 && <p className="pl-2">{points.join(', ')}</p>}
            <p className="pl-sm pl-3">
              {t('reportVerification:comparedAt', {
                time: `${formatTime(at, zone).slice(0, 16)} (${formatZone(zone, at)})`,
              })}
            </p>
          </>
        )}
      </Answer>
    </Pane>
  );
}
