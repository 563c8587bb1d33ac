import { CloudUploadOutlined, EditOutlined, PlayCircleOutlined } from '@ant-design/icons';
import { inspections } from '@plumbline/contract/points/inspections';
import { Button, Drawer } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router';
import { to } from '../../../app/paths.ts';
import { Empty } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { formatTime } from '../../../kernel/format.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import type { Entries } from '../field-store/entries.queries.ts';
import type { FieldRound } from '../field-store/field-round.parts.ts';
import type { Pack } from '../field-store/field-store.parts.ts';
import { correctWithMine } from '../field-store/round-outbox.queries.ts';
import { addRound, changeRound, newRound, type PlanHere, removeRound } from '../field-store/round-store.parts.ts';
import { RoundEditor } from './RoundEditor.tsx';

/** The round of a plan on this device: begun, made and finished here, and sent when the server is reached. */
export function RoundSheet({
  pack,
  plan,
  isLive,
  entries: { rounds, roundPhotos },
  onClose,
}: {
  pack: Pack;
  plan: PlanHere;
  isLive: boolean;
  entries: Entries;
  onClose: () => void;
}) {
  const round = roundOfPlan(rounds, pack.userId, plan);
  return (
    <Drawer open onClose={onClose} placement="bottom" size="100%" rootClassName="fld-sheet" title={plan.name}>
      <p className="pl-2">{[plan.where, plan.templateName].filter(Boolean).join(' · ')}</p>
      {!round && <Begin pack={pack} plan={plan} />}
      {round && isEditable(round) && (
        <RoundEditor
          key={`${round.id} ${round.roundId}`}
          round={round}
          photos={roundPhotos.filter(({ fieldRoundId }) => fieldRoundId === round.id)}
        />
      )}
      {round && !isEditable(round) && <Left round={round} isLive={isLive} />}
      {round && round.state !== 'sent' && <Discard round={round} />}
    </Drawer>
  );
}

/** The round that this person makes of a plan here: one that waits or is open, else the last. */
export const roundOfPlan = (
  rounds: readonly FieldRound[],
  userId: number,
  { id, dueAt }: Pick<PlanHere, 'id' | 'dueAt'>,
): FieldRound | undefined =>
  rounds.findLast((round) => round.userId === userId && round.plan.id === id && round.state !== 'sent') ??
  rounds.findLast((round) => round.userId === userId && round.plan.id === id && round.dueAt === dueAt);

const isEditable = ({ state }: FieldRound): boolean => state === 'open' || state === 'differs' || state === 'refused';

function Begin({ pack, plan }: { pack: Pack; plan: PlanHere }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const allowed = useAllowed();
  const round = newRound(pack, plan, serverNow());
  if (pack.open.project.archivedAt !== null || !allowed(inspections.start) || !allowed(inspections.answer))
    return <Empty title={t('fieldWork:round.notYours')} />;
  if (!round) return <Empty title={t('fieldWork:round.notHere')} why={t('fieldWork:round.notHereWhy')} />;
  return (
    <div className="fld-form">
      <p>{t('inspections:template.questions', { count: round.questions.length })}</p>
      <Button
        type="primary"
        size="large"
        block
        icon={<PlayCircleOutlined />}
        onClick={() => void addRound(round).catch(toasts.failed)}
      >
        {t(round.roundId === null ? 'fieldWork:round.begin' : 'fieldWork:round.goOn')}
      </Button>
      <p className="pl-2 pl-sm">{t('fieldWork:round.keptHere')}</p>
    </div>
  );
}

/** A round that is out of its author's hand: it waits, has arrived, or was finished by somebody else. */
function Left({ round, isLive }: { round: FieldRound; isLive: boolean }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const { id, state, projectId, roundId, failure } = round;
  return (
    <div className="fld-form">
      <p role="status">{t(`fieldWork:roundState.${state}`)}</p>
      {state === 'waiting' && (
        <Button
          size="large"
          block
          icon={<EditOutlined />}
          onClick={() =>
            void changeRound(id, (old) => ({ ...old, state: 'open', finishedAt: null })).catch(toasts.failed)
          }
        >
          {t('fieldWork:round.change')}
        </Button>
      )}
      {state === 'overtaken' && (
        <>
          {failure && <p className="pl-wrong">{wordsOf(failureNamed(failure.name, failure.detail), t).words}</p>}
          <p>{t('fieldWork:round.overtaken')}</p>
          <Button
            type="primary"
            size="large"
            block
            disabled={!isLive}
            icon={<CloudUploadOutlined />}
            onClick={() => void correctWithMine(round, t('fieldWork:round.reason')).catch(toasts.failed)}
          >
            {t('fieldWork:round.correct')}
          </Button>
          {!isLive && <p className="pl-2 pl-sm">{t('fieldWork:round.correctLive')}</p>}
        </>
      )}
      {isLive && roundId !== null && (
        <Link to={to('InspectionRound', { projectId, roundId })}>{t('fieldWork:round.open')}</Link>
      )}
    </div>
  );
}

/** What was answered and photographed here and did not arrive goes by nothing but this. */
function Discard({ round }: { round: FieldRound }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [isAsking, setAsking] = useState(false);
  if (!isAsking)
    return (
      <Button type="text" block onClick={() => setAsking(true)}>
        {t('fieldWork:round.discard')}
      </Button>
    );
  return (
    <>
      <p>{t('fieldWork:round.discardMeans')}</p>
      <div className="fld-acts">
        <Button danger onClick={() => void removeRound(round.id).catch(toasts.failed)}>
          {t('fieldWork:entries.discardSure')}
        </Button>
        <Button type="text" onClick={() => setAsking(false)}>
          {t('common:cancel')}
        </Button>
      </div>
    </>
  );
}

/** A round in the list of what was entered; it opens in its own project, for its own author. */
export function RoundEntry({ round, pack }: { round: FieldRound; pack: Pack }) {
  const { t } = useTranslation();
  const { projectId, userId, userName, plan, state, failure, finishedAt, begunAt } = round;
  const isWrong = state === 'differs' || state === 'overtaken' || state === 'refused';
  const words = (
    <>
      <span className="words">
        <b>{plan.name}</b>
        <span>{t('inspections:round.one')}</span>
        <span className="pl-3 pl-sm">{formatTime(finishedAt ?? begunAt, pack.open.project.timeZone).slice(0, 16)}</span>
      </span>
      <span className={`fld-state pl-sm ${isWrong ? 'pl-wrong' : 'pl-2'}`}>{t(`fieldWork:roundState.${state}`)}</span>
    </>
  );
  return (
    <li className="fld-entry" data-round={state}>
      {userId === pack.userId ? (
        <Link className="fld-row" to={to('FieldWork', { projectId }, { tab: 'entries', plan: plan.id })}>
          {words}
        </Link>
      ) : (
        <div className="fld-row">{words}</div>
      )}
      {userId !== pack.userId && state !== 'sent' && (
        <p className="fld-note pl-sm">{t('fieldWork:entries.foreign', { name: userName })}</p>
      )}
      {failure && state !== 'sent' && (
        <p className="fld-note" role="alert">
          {wordsOf(failureNamed(failure.name, failure.detail), t).words}
        </p>
      )}
    </li>
  );
}
