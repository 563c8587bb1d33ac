import './duty.css';
import { DeleteOutlined, EditOutlined, PlusOutlined, SwapOutlined } from '@ant-design/icons';
import { type DutyRoster, duty, type Substitution } from '@plumbline/contract/alerts/duty';
import { Button } from 'antd';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDestructive } from '../../../design/ConfirmDestructive.tsx';
import { IconButton } from '../../../design/IconButton.tsx';
import { Answer, Empty, SkeletonRows } from '../../../design/States.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { useAllowed } from '../../../kernel/allowed.tsx';
import { formatShort } from '../../../kernel/format.ts';
import { useLanguage } from '../../../kernel/language.ts';
import { useProject } from '../../../kernel/project.tsx';
import { useWrite } from '../../../kernel/writes.ts';
import { DutyCalendar } from './DutyCalendar.tsx';
import { useRosters } from './duty.queries.ts';
import { useDutyWords } from './duty-words.ts';
import { People } from './People.tsx';
import { RosterDialog } from './RosterDialog.tsx';
import { SubstituteDialog } from './SubstituteDialog.tsx';

/** The duty rosters of a project: who is on duty now and next, and when nobody is. */
export function DutyTab({ canChange }: { canChange: boolean }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const { project } = useProject();
  const query = useRosters(project.id);
  const [adding, setAdding] = useState(false);
  const add = canChange && allowed(duty.create) && (
    <Button icon={<PlusOutlined />} onClick={() => setAdding(true)}>
      {t('duty:add')}
    </Button>
  );
  return (
    <div className="du-tab">
      <Answer
        query={query}
        loading={<SkeletonRows rows={4} rowPx={52} />}
        isEmpty={(data) => data.dutyRosters.length === 0}
        empty={
          <Empty title={t('duty:none')} why={t('duty:noneWhy')}>
            {add}
          </Empty>
        }
      >
        {({ dutyRosters }) => (
          <>
            <div>{add}</div>
            {dutyRosters.map((roster) => (
              <Roster key={roster.id} roster={roster} canChange={canChange && allowed(duty.update)} />
            ))}
          </>
        )}
      </Answer>
      {adding && <RosterDialog onClose={() => setAdding(false)} />}
    </div>
  );
}

function Roster({ roster, canChange }: { roster: DutyRoster; canChange: boolean }) {
  const { t } = useTranslation();
  const { name, onDuty, next, nextAt, fallbackName } = roster;
  const { project } = useProject();
  const language = useLanguage();
  const { nameOf } = useDutyWords();
  const at = (instant: string): string => formatShort(instant, project.timeZone, language);
  return (
    <section className="du-roster" aria-label={name}>
      <header>
        <h3>{name}</h3>
        <span className="pl-gap" />
        {canChange && <RosterActs roster={roster} />}
      </header>
      <dl>
        <dt>{t('duty:now')}</dt>
        <dd className="now">
          <People people={onDuty} nameOf={nameOf} />
        </dd>
        {nextAt !== null && (
          <>
            <dt>{t('duty:from', { at: at(nextAt) })}</dt>
            <dd>
              <People people={next} nameOf={nameOf} />
            </dd>
          </>
        )}
        <dt>{t('duty:fallback')}</dt>
        <dd>{fallbackName ?? <span className="pl-2">{t('duty:noFallback')}</span>}</dd>
      </dl>
      <Gaps roster={roster} />
      <Uncovered roster={roster} />
      <Unable roster={roster} />
      <DutyCalendar roster={roster} />
      <Substitutions roster={roster} canChange={canChange} />
    </section>
  );
}

/** So many gaps are written out; the calendar shows all. */
const listedGaps = 4;

function Gaps({ roster: { gaps } }: { roster: DutyRoster }) {
  const { t } = useTranslation();
  const { spanOf } = useDutyWords();
  if (gaps.length === 0) return <p className="pl-sm pl-2">{t('duty:noGaps')}</p>;
  const more = gaps.length > listedGaps ? [t('duty:moreGaps', { count: gaps.length - listedGaps })] : [];
  return (
    <p className="pl-sm du-nobody" role="note">
      {t('duty:gaps', { gaps: [...gaps.slice(0, listedGaps).map(spanOf), ...more].join('; ') })}
    </p>
  );
}

/** Times at which somebody is on duty and nobody of them can act. */
function Uncovered({ roster: { uncovered } }: { roster: DutyRoster }) {
  const { t } = useTranslation();
  const { spanOf } = useDutyWords();
  if (uncovered.length === 0) return null;
  const more = uncovered.length > listedGaps ? [t('duty:moreSpans', { count: uncovered.length - listedGaps })] : [];
  const written = uncovered
    .slice(0, listedGaps)
    .map((each) => `${spanOf(each)} (${each.people.map(({ name }) => name).join(', ')})`);
  return (
    <p className="pl-sm du-nobody" role="note">
      {t('duty:uncovered', { spans: [...written, ...more].join('; ') })}
    </p>
  );
}

/** Who is on the roster and cannot act: on duty they are as good as absent. */
function Unable({ roster: { people } }: { roster: DutyRoster }) {
  const { t } = useTranslation();
  const { nameOf } = useDutyWords();
  const unable = people.filter(({ problems }) => problems.length > 0);
  if (unable.length === 0) return null;
  return (
    <p className="pl-sm du-nobody" role="note">
      {t('duty:unable', { names: unable.map(nameOf).join('; ') })}
    </p>
  );
}

function RosterActs({ roster }: { roster: DutyRoster }) {
  const { t } = useTranslation();
  const allowed = useAllowed();
  const [open, setOpen] = useState<'edit' | 'substitute' | 'remove' | null>(null);
  const { run: remove } = useWrite(duty.remove);
  const { id: rosterId, projectId, name } = roster;
  const close = (): void => setOpen(null);
  return (
    <span className="pl-row tight">
      <Button icon={<SwapOutlined />} onClick={() => setOpen('substitute')}>
        {t('duty:substitute')}
      </Button>
      <IconButton icon={<EditOutlined />} label={t('duty:edit', { name })} onClick={() => setOpen('edit')} />
      {allowed(duty.remove) && (
        <IconButton icon={<DeleteOutlined />} label={t('duty:remove', { name })} onClick={() => setOpen('remove')} />
      )}
      {open === 'edit' && <RosterDialog roster={roster} onClose={close} />}
      {open === 'substitute' && <SubstituteDialog roster={roster} onClose={close} />}
      {open === 'remove' && (
        <ConfirmDestructive
          open
          title={t('duty:removeTitle', { name })}
          lost={t('duty:removeLost')}
          action={t('common:delete')}
          onConfirm={async () => {
            await remove({ projectId, rosterId });
          }}
          onClose={close}
        />
      )}
    </span>
  );
}

function Substitutions({ roster, canChange }: { roster: DutyRoster; canChange: boolean }) {
  const { t } = useTranslation();
  if (roster.substitutions.length === 0) return null;
  return (
    <>
      <h4>{t('duty:substitutions')}</h4>
      <ul className="du-list">
        {roster.substitutions.map((each) => (
          <SubstitutionRow key={each.id} roster={roster} substitution={each} canChange={canChange} />
        ))}
      </ul>
    </>
  );
}

function SubstitutionRow({
  roster: { id: rosterId, projectId },
  substitution: { id, absentName, substituteName, startAt, endAt, note, byName },
  canChange,
}: {
  roster: DutyRoster;
  substitution: Substitution;
  canChange: boolean;
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const language = useLanguage();
  const zone = useProject().project.timeZone;
  const { run: remove, isPending } = useWrite(duty.removeSubstitution);
  const words =
    absentName === null
      ? t('duty:beside', { substitute: substituteName })
      : substituteName === null
        ? t('duty:absent', { absent: absentName })
        : t('duty:instead', { substitute: substituteName, absent: absentName });
  const span = t('duty:span', {
    from: formatShort(startAt, zone, language),
    to: formatShort(endAt, zone, language),
  });
  return (
    <li>
      <div className="words">
        <span>{words}</span>
        <span className="pl-sm pl-3">{[span, note, byName].filter(Boolean).join(' · ')}</span>
      </div>
      {canChange && (
        <IconButton
          icon={<DeleteOutlined />}
          label={t('duty:removeSubstitution', { words })}
          disabled={isPending}
          onClick={() => void remove({ projectId, rosterId, substitutionId: id }).catch(toasts.failed)}
        />
      )}
    </li>
  );
}
