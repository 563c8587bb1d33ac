import { CheckCircleOutlined, CloseCircleOutlined, ExclamationCircleOutlined } from '@ant-design/icons';
import { type InstallationHealth, installation } from '@plumbline/contract/platform/installation';
import { formatBytes } from '@plumbline/science/display/quantity';
import { Button } from 'antd';
import { useTranslation } from 'react-i18next';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatCount, formatTime } from '../../../kernel/format.ts';
import { useWrite } from '../../../kernel/writes.ts';
import { useSpan } from './span-words.ts';

type Problem = InstallationHealth['problems'][number];

/** Lists the problems, the gravest first, each with what to try. */
export function ProblemList({ problems }: { problems: readonly Problem[] }) {
  const { t } = useTranslation();
  if (problems.length === 0)
    return (
      <p className="pl-2 inst-well">
        <CheckCircleOutlined /> {t('installation:noProblems')}
      </p>
    );
  return (
    <ul className="inst-problems">
      {problems.map((each) => (
        <ProblemItem key={[each.name, ...Object.values(each.detail)].join(' ')} problem={each} />
      ))}
    </ul>
  );
}

function ProblemItem({ problem: { name, severity, detail } }: { problem: Problem }) {
  const { t } = useTranslation();
  const words = useWords(detail);
  const isFailing = severity === 'failing';
  return (
    <li className={isFailing ? 'failing' : ''}>
      {isFailing ? <CloseCircleOutlined aria-hidden /> : <ExclamationCircleOutlined aria-hidden />}
      <div>
        <div className="pl-b">
          <span className="pl-visually-hidden">{t(`installation:severity.${severity}`)}</span>
          {t(`installation:problem.${name}.what`, words)}
          {words.where && <span className="pl-3 pl-sm inst-where">{words.where}</span>}
        </div>
        <p className="pl-2 pl-sm">{t(`installation:problem.${name}.try`, words)}</p>
        {name === 'clockAhead' && <ClockIsRight />}
      </div>
    </li>
  );
}

/** For whoever runs the installation. */
function ClockIsRight() {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const toasts = useToasts();
  const { run: callRight, isPending } = useWrite(installation.callClockRight);
  if (!allowed(installation.callClockRight)) return null;
  return (
    <Button size="small" loading={isPending} onClick={() => callRight({}).catch((error) => toasts.failed(error))}>
      {t('installation:clockIsRight')}
    </Button>
  );
}

/** The figures of a problem as words. What the reader may not know is not there, and is not missed by the sentence. */
function useWords(detail: Problem['detail']) {
  const { t } = useTranslation();
  const span = useSpan();
  const text = (name: string): string => (typeof detail[name] === 'string' ? detail[name] : '');
  const number = (name: string): number => (typeof detail[name] === 'number' ? detail[name] : 0);
  const lane = text('lane');
  const at = text('at') || text('endsAt');
  return {
    where: [text('host'), text('path')].filter(Boolean).join(' '),
    roles: text('roles') || text('role'),
    span: span(number('seconds')),
    days: formatCount(number('days')),
    use: text('use') === 'web' ? 'HTTPS' : text('use').toUpperCase(),
    free: formatBytes(number('freeBytes')),
    versions: text('versions'),
    devices: formatCount(number('devices')),
    count: formatCount(number('count')),
    lane: lane === '' ? '' : t(`work:lane.${lane as 'alert'}`),
    time: at === '' ? '' : formatTime(at),
  };
}
