import './inspections.css';
import { CheckOutlined, CopyOutlined, EditOutlined, WarningOutlined } from '@ant-design/icons';
import { inspections, type Round } from '@plumbline/contract/points/inspections';
import { type Question, unfinishedOf } from '@plumbline/contract/points/inspections.questions';
import { Button } from 'antd';
import { useCallback, useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate, useParams } from 'react-router';
import { to } from '../../../app/paths.ts';
import { FormDialog } from '../../../design/form/FormDialog.tsx';
import { LeaveGuard } from '../../../design/form/leave.tsx';
import { LinkButton } from '../../../design/LinkButton.tsx';
import { PagePath } from '../../../design/PagePath.tsx';
import { Page } from '../../../design/Pane.tsx';
import { Answer, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatDay, formatTime, formatZone } from '../../../kernel/format.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { RaiseDialog } from './DefectDialogs.tsx';
import { useRound, useRoundDraft } from './inspections.queries.ts';
import { QuestionCard } from './QuestionCard.tsx';
import { type OnUnsent, RoundPhotos, type UnsentPhotos } from './RoundPhotos.tsx';
import { isUnreadable } from './round-draft.parts.ts';

/** One round of an inspection, made for one hand on a phone: question after question, saved as it is answered. */
export default function InspectionRoundPage() {
  const { t } = useTranslation();
  const { project } = useProject();
  const roundId = Number(useParams()['roundId']);
  const query = useRound(project.id, roundId);
  return (
    <Page
      title={
        <PagePath to={to('Inspection', { projectId: project.id })} above={t('inspections:title')}>
          {query.data?.round.planName ?? t('inspections:round.one')}
        </PagePath>
      }
      note={t('common:zone', { zone: formatZone(project.timeZone) })}
    >
      <Answer query={query} loading={<SkeletonRows rows={8} rowPx={64} />}>
        {({ round }) => <RoundBody key={round.id} round={round} />}
      </Answer>
    </Page>
  );
}

function RoundBody({ round }: { round: Round }) {
  const { project } = useProject();
  const allowed = useAllowed();
  const may = project.archivedAt === null && allowed(inspections.answer);
  const [unsent, setUnsent] = useState(0);
  const isOpen = round.state === 'open' && may;
  return (
    <div className="in-round">
      <RoundFacts round={round} />
      {!isOpen && unsent > 0 && <Overtaken round={round} count={unsent} />}
      {isOpen || unsent > 0 ? <OpenRound round={round} onUnsent={setUnsent} /> : <ClosedRound round={round} />}
    </div>
  );
}

/** Somebody else finished the round while photos of this browser were on their way: they stay until they are saved or thrown away. */
function Overtaken({ round, count }: { round: Round; count: number }) {
  const { t } = useTranslation();
  return (
    <p className="pl-notice pl-row" role="alert">
      <WarningOutlined />
      <span>{t('inspections:round.overtaken', { name: round.finishedBy ?? '', count })}</span>
    </p>
  );
}

function RoundFacts({ round }: { round: Round }) {
  const { t } = useTranslation();
  const { id: projectId, timeZone } = useProject().project;
  const time = (at: string): string => formatTime(at, timeZone).slice(0, 16);
  return (
    <div className="in-facts">
      <p className="pl-2">{[round.where, round.templateName].filter(Boolean).join(' · ')}</p>
      <p className="pl-3 pl-sm">
        {t('inspections:round.started', { name: round.startedBy, time: time(round.startedAt) })}
        {round.finishedAt !== null &&
          ` · ${t('inspections:round.finished', { name: round.finishedBy ?? '', time: time(round.finishedAt) })}`}
      </p>
      {round.revision > 1 && (
        <p>{t('inspections:round.corrects', { revision: round.revision, reason: round.reason })}</p>
      )}
      {round.isReplaced && (
        <p className="pl-notice pl-row">
          <WarningOutlined />
          <span>{t('inspections:round.replaced')}</span>
        </p>
      )}
      {round.openCorrectionId !== null && (
        <p>
          <Link to={to('InspectionRound', { projectId, roundId: round.openCorrectionId })}>
            {t('inspections:round.openCorrection')}
          </Link>
        </p>
      )}
    </div>
  );
}

const photosOf = (round: Round, key: string) => round.photos.filter(({ questionKey }) => questionKey === key);

function QuestionPhotos({
  round,
  question: { key, label },
  ...how
}: {
  round: Round;
  question: Question;
  isOpen: boolean;
  onUnsent: OnUnsent;
}) {
  return <RoundPhotos roundId={round.id} questionKey={key} label={label} photos={photosOf(round, key)} {...how} />;
}

/** Answered and saved as one goes; the bar at the foot says what is left. */
function OpenRound({ round, onUnsent: onCount }: { round: Round; onUnsent: (count: number) => void }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const id = useId();
  const draft = useRoundDraft(project.id, round);
  const [raising, setRaising] = useState<Question | null>(null);
  const [unsent, setUnsent] = useState<UnsentPhotos>({});
  const onUnsent = useCallback<OnUnsent>((key, count) => setUnsent((old) => ({ ...old, [key]: count })), []);
  const unsentCount = Object.values(unsent).reduce((sum, count) => sum + count, 0);
  useEffect(() => onCount(unsentCount), [onCount, unsentCount]);
  const mayRaise = useAllowed()(inspections.raiseDefect);
  const unfinished = unfinishedOf(round.questions, draft.answers, (key) => photosOf(round, key).length);
  const unreadable = round.questions.filter((each) => isUnreadable(each, draft.answers[each.key])).length;
  const left = new Set([
    ...unfinished,
    ...round.questions.filter((each) => isUnreadable(each, draft.answers[each.key])).map(({ key }) => key),
  ]).size;
  return (
    <>
      {draft.other !== null && (
        <p className="pl-notice" role="status">
          {t('inspections:round.other', { name: draft.other })}
        </p>
      )}
      <CopyButton round={round} isDirty={draft.isDirty} />
      {round.questions.map((question, i) => (
        <QuestionCard
          key={question.key}
          number={i + 1}
          question={question}
          answer={draft.answers[question.key]}
          theirs={draft.conflicts[question.key]}
          photoCount={photosOf(round, question.key).length}
          photoField={<QuestionPhotos round={round} question={question} isOpen onUnsent={onUnsent} />}
          isOpen
          onAnswer={(change) => draft.set(question.key, change)}
          onDecide={(whose) => draft.decide(question.key, whose)}
          onDefect={mayRaise ? () => setRaising(question) : undefined}
        />
      ))}
      <Foot
        round={round}
        draft={draft}
        left={left}
        unsent={unsentCount}
        canFinish={round.state === 'open' && unreadable === 0 && Object.keys(draft.conflicts).length === 0}
      />
      {/* What is kept in this browser is not lost by leaving; what could not be kept is asked for. */}
      <LeaveGuard id={id} dirty={draft.saving === 'lost'} save={draft.save} undo={() => undefined} />
      {raising && <RaiseDialog roundId={round.id} question={raising} onClose={() => setRaising(null)} />}
    </>
  );
}

/** Fills what is unanswered from the last round: what is copied is to be confirmed one by one. */
function CopyButton({ round, isDirty }: { round: Round; isDirty: boolean }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const { run: copy, isPending } = useWrite(inspections.copy);
  if (round.revision > 1 || round.isCopied) return null;
  return (
    <Button
      size="large"
      block
      icon={<CopyOutlined />}
      loading={isPending}
      disabled={isDirty}
      onClick={() => copy({ projectId: project.id, roundId: round.id }).catch(toasts.failed)}
    >
      {t('inspections:round.copy')}
    </Button>
  );
}

/** How far the round is, whether it is saved, and finishing it. */
function Foot({
  round,
  draft,
  left,
  unsent,
  canFinish,
}: {
  round: Round;
  draft: ReturnType<typeof useRoundDraft>;
  left: number;
  /** Photos that have not arrived. */
  unsent: number;
  canFinish: boolean;
}) {
  const { t } = useTranslation();
  const { project } = useProject();
  const toasts = useToasts();
  const { run, isPending } = useWrite(inspections.finish);
  const finish = async (): Promise<void> => {
    try {
      if (draft.isDirty && !(await draft.save())) return;
      await run({ projectId: project.id, roundId: round.id });
      toasts.done(t('inspections:round.done'));
    } catch (error) {
      toasts.failed(error);
    }
  };
  return (
    <footer className="in-foot">
      <span className={draft.saving === 'lost' ? 'pl-wrong' : 'pl-2'} role="status">
        {t(`inspections:saving.${draft.saving === 'kept' && draft.hasFailed ? 'offline' : draft.saving}`)}
        <br />
        {left > 0 || unsent === 0
          ? t(left > 0 ? 'inspections:round.left' : 'inspections:round.whole', { count: left })
          : null}
        {unsent > 0 && <span className="pl-wrong"> {t('inspections:photo.unsent', { count: unsent })}</span>}
      </span>
      <Button
        type="primary"
        size="large"
        icon={<CheckOutlined />}
        loading={isPending}
        disabled={left > 0 || unsent > 0 || !canFinish}
        onClick={() => void finish()}
      >
        {t('inspections:round.finish')}
      </Button>
    </footer>
  );
}

/** A finished round takes no photos. */
const onNoUnsent: OnUnsent = () => undefined;

/** A round to be read. */
function ClosedRound({ round }: { round: Round }) {
  const { t } = useTranslation();
  const { project } = useProject();
  const allowed = useAllowed();
  const [raising, setRaising] = useState<Question | null>(null);
  const may = project.archivedAt === null && round.state === 'finished';
  return (
    <>
      {round.questions.map((question, i) => (
        <QuestionCard
          key={question.key}
          number={i + 1}
          question={question}
          answer={round.answers[question.key]}
          theirs={undefined}
          photoCount={photosOf(round, question.key).length}
          photoField={<QuestionPhotos round={round} question={question} isOpen={false} onUnsent={onNoUnsent} />}
          isOpen={false}
          onAnswer={() => undefined}
          onDecide={() => undefined}
          onDefect={may && allowed(inspections.raiseDefect) ? () => setRaising(question) : undefined}
        />
      ))}
      <div className="pl-row">
        {round.finishedAt !== null && (
          <LinkButton
            to={to('InspectionReport', { projectId: project.id, date: formatDay(round.finishedAt, project.timeZone) })}
          >
            {t('inspections:report.open')}
          </LinkButton>
        )}
        {may && !round.isReplaced && round.openCorrectionId === null && allowed(inspections.correct) && (
          <CorrectButton round={round} />
        )}
      </div>
      {raising && <RaiseDialog roundId={round.id} question={raising} onClose={() => setRaising(null)} />}
    </>
  );
}

function CorrectButton({ round }: { round: Round }) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project } = useProject();
  const [isAsking, setAsking] = useState(false);
  const { run: correct } = useWrite(inspections.correct);
  return (
    <>
      <Button icon={<EditOutlined />} onClick={() => setAsking(true)}>
        {t('inspections:round.correct')}
      </Button>
      {isAsking && (
        <FormDialog
          title={t('inspections:round.correct')}
          schema={inspections.correct.input}
          fixed={{ projectId: project.id, roundId: round.id }}
          initial={{ reason: '' }}
          fields={[
            {
              type: 'INPUT',
              prop: 'reason',
              label: 'inspections:round.reason',
              tips: 'inspections:round.reasonHelp',
              rules: { maxLength: 200 },
              span: 2,
            },
          ]}
          saveLabel={t('inspections:round.correct')}
          onSave={async (input: never) => await correct(input)}
          onDone={({ round: next }) => navigate(to('InspectionRound', { projectId: project.id, roundId: next.id }))}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  );
}
