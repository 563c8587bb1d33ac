import { useTranslation } from 'react-i18next';
import { Empty } from '../../design/States.tsx';
import { CopyLine } from './CopyLine.tsx';
import { usePageRequests } from './requests.queries.ts';
import { curlOf } from './requests.ts';

/** The requests whose answers the page shows now, each to be copied as a command of curl. */
export function RequestList() {
  const { t } = useTranslation();
  const requests = usePageRequests();
  if (requests.length === 0) return <Empty title={t('shell:professional.noRequests')} />;
  return (
    <>
      <p className="pl-2">{t('shell:professional.requestsHelp')}</p>
      <ul className="pro-list">
        {requests.map(({ queryHash, request, status }) => (
          <li key={queryHash}>
            <CopyLine
              text={`${request.method} ${request.path}`}
              copied={curlOf(request, location.origin)}
              label={`${t('shell:professional.copyCurl')} ${request.method} ${request.path}`}
            />
            {request.body !== null && <code className="pl-mono pl-3 pro-body">{request.body}</code>}
            <span className="pl-sm pl-3">{t(`shell:professional.state.${status}`)}</span>
          </li>
        ))}
      </ul>
    </>
  );
}
