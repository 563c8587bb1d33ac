import { Failure } from '@plumbline/contract/kernel/errors';
import { linkCode, links } from '@plumbline/contract/site/links';
import { useTranslation } from 'react-i18next';
import { useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Redirect } from '../../../app/Redirect.tsx';
import { Empty, Failed, SkeletonChart } from '../../../design/States.tsx';
import { useRead } from '../../../kernel/reads.ts';

/** Leads from a short link to the view that it stands for. */
export default function ShortLinkPage() {
  const { code = '' } = useParams();
  return linkCode.test(code) ? <Linked code={code} /> : <Unknown code={code} />;
}

function Linked({ code }: { code: string }) {
  const { data, error, refetch } = useRead(links.open, { code }, { staleTime: 60_000 });
  if (data) return <Redirect to={`${to('DataView', { projectId: data.projectId })}?${data.query}`} />;
  if (!error) return <SkeletonChart height={366} />;
  if (error instanceof Failure && error.name === 'notFound') return <Unknown code={code} />;
  return <Failed error={error} onRetry={() => void refetch()} />;
}

/** A code that was never given, and one of a project that the reader may not see, are the same to the reader. */
function Unknown({ code }: { code: string }) {
  const { t } = useTranslation();
  return <Empty title={t('readings:link.unknown', { code })} why={t('readings:link.unknownWhy')} />;
}
