import { certificates } from '@plumbline/contract/devices/certificates';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Pages } from '../../../design/Pages.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { formatDay } from '../../../kernel/format.ts';
import { useRead } from '../../../kernel/reads.ts';
import { lets, stateOf, stateWords } from './certificate-state.ts';

const pageSize = 20;

/** Devices whose last certificate ends within 30 days, or has ended: they need a new one. */
export function EndingCertificates({ corporationId }: { corporationId: number }) {
  const { t } = useTranslation();
  const [page, setPage] = useState(1);
  const query = useRead(certificates.list, { corporationId, ends: 'soon', page, pageSize });
  const nowMs = Date.now();
  return (
    <>
      <h3 className="pl-h3" style={{ marginTop: 20 }}>
        {t('certificates:ending')}
      </h3>
      <Answer query={query} loading={<SkeletonRows rows={2} />}>
        {({ certificates: list, total }) =>
          total === 0 ? (
            <p className="pl-3 pl-sm">{t('certificates:endingNone')}</p>
          ) : (
            <>
              <ul className="ce-list">
                {list.map((each) => {
                  const state = stateOf(each, nowMs);
                  return (
                    <li key={each.id} data-state={state}>
                      <div>
                        <Link to={to('DeviceWarehouse', {}, { device: each.deviceId })}>{each.deviceName}</Link>{' '}
                        <span className="pl-3 pl-sm">{each.sncode}</span>
                        <div className={lets(state) ? 'pl-sm pl-2' : 'pl-sm pl-b'}>
                          {stateWords(state, each.endsAt, nowMs, t)} ·{' '}
                          {t('certificates:until', { day: formatDay(each.endsAt) })}
                        </div>
                      </div>
                    </li>
                  );
                })}
              </ul>
              <Pages at={page} pageSize={pageSize} total={total} onChange={setPage} />
            </>
          )
        }
      </Answer>
    </>
  );
}
