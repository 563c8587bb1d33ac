import '../../design/paper.css';
import { inspections, type Round } from '@plumbline/contract/points/inspections';
import { judgeAnswer } from '@plumbline/contract/points/inspections.questions';
import { DatePicker } from 'antd';
import dayjs from 'dayjs';
import { useTranslation } from 'react-i18next';
import { useNavigate, useParams } from 'react-router';
import { to } from '../../app/paths.ts';
import { PagePath } from '../../design/PagePath.tsx';
import { Page } from '../../design/Pane.tsx';
import { PaperTable, Part, Sheet } from '../../design/ReportSheet.tsx';
import { Answer, SkeletonRows } from '../../design/States.tsx';
import { AnswerWords, MarkedPhoto, useLimitWords } from '../../features/points/inspections/inspections.parts.tsx';
import { formatTime, formatZone } from '../../kernel/format.ts';
import { useStoredProject } from '../../kernel/project.tsx';
import type { Reply } from '../../kernel/queries.ts';
import { useRead } from '../../kernel/reads.ts';
import { DayReports } from './DayReports.tsx';

type Report = Reply<typeof inspections.report>;

/** The inspections of one day on paper: rounds, what was found, what was missed, defects that changed. */
export default function InspectionReportPage() {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const { project } = useStoredProject();
  const date = useParams()['date'] ?? '';
  const query = useRead(inspections.report, { projectId: project.id, date });
  return (
    <Page
      flush
      title={
        <PagePath to={to('Inspection', { projectId: project.id }, { tab: 'log' })} above={t('inspections:title')}>
          {t('inspections:report.title')}
        </PagePath>
      }
      actions={
        <DatePicker
          aria-label={t('inspections:report.day')}
          allowClear={false}
          value={dayjs(date).isValid() ? dayjs(date) : null}
          onChange={(next) =>
            next && navigate(to('InspectionReport', { projectId: project.id, date: next.format('YYYY-MM-DD') }))
          }
        />
      }
    >
      <div className="in-report">
        <DayReports key={date} date={date} />
        <Answer query={query} loading={<SkeletonRows rows={12} />}>
          {(report) => <ReportPaper report={report} />}
        </Answer>
      </div>
    </Page>
  );
}

function ReportPaper({ report }: { report: Report }) {
  const { t } = useTranslation();
  const { project } = useStoredProject();
  const { timeZone } = project;
  const { date, rounds, total, missed, defects } = report;
  const wrong = rounds.reduce((sum, { faults, outOfLimits }) => sum + (faults ?? 0) + (outOfLimits ?? 0), 0);
  const warnings = [
    ...(total > rounds.length ? [t('inspections:report.cut', { shown: rounds.length, total })] : []),
    ...missed.map((each) =>
      t('inspections:report.missed', { name: each.planName, time: formatTime(each.dueAt, timeZone).slice(0, 16) }),
    ),
  ];
  return (
    <Sheet
      title={t('inspections:report.of', { date })}
      warnings={warnings}
      hasConclusion={false}
      facts={[
        { name: t('inspections:report.rounds'), words: String(total) },
        { name: t('inspections:report.wrong'), words: String(wrong) },
        { name: t('reports:zone'), words: `${timeZone} (${formatZone(timeZone)})` },
        { name: t('reports:made'), words: formatTime(Date.now(), timeZone) },
      ]}
    >
      {rounds.length === 0 && <p>{t('inspections:report.none')}</p>}
      {rounds.map((round) => (
        <RoundPart key={round.id} round={round} />
      ))}
      {defects.length > 0 && (
        <Part title={t('inspections:report.defects')}>
          <PaperTable
            ofWords
            heads={(['title', 'location', 'severity', 'state', 'note'] as const).map((key) =>
              t(`inspections:defect.${key}`),
            )}
            rows={defects.map((each) => ({
              key: each.id,
              cells: [
                each.title,
                each.location,
                t(`inspections:severities.${each.severity}`),
                t(`inspections:states.${each.state}`),
                each.note,
              ],
            }))}
          />
        </Part>
      )}
    </Sheet>
  );
}

/** A round as a table of its answers, and its photos under it. */
function RoundPart({ round }: { round: Round }) {
  const { t } = useTranslation();
  const { timeZone } = useStoredProject().project;
  const limitWords = useLimitWords();
  const time = formatTime(round.finishedAt, timeZone).slice(11, 16);
  const countOf = (key: string) => round.photos.filter(({ questionKey }) => questionKey === key).length;
  return (
    <Part title={[round.planName, round.where].filter(Boolean).join(' · ')}>
      <p>
        {t('inspections:report.by', { name: round.finishedBy ?? '', time })}
        {round.revision > 1 &&
          ` ${t('inspections:round.corrects', { revision: round.revision, reason: round.reason })}`}
      </p>
      <PaperTable
        ofWords
        heads={[
          t('inspections:question.one'),
          t('inspections:round.answer'),
          t('inspections:round.limits'),
          t('inspections:round.judgement'),
        ]}
        rows={round.questions.map((question) => {
          const answer = round.answers[question.key];
          const photos = countOf(question.key);
          return {
            key: question.key,
            cells: [
              question.label,
              <span key="answer">
                <AnswerWords question={question} answer={answer} />
                {photos > 0 && ` ${t('photos:count', { count: photos })}`}
                {answer?.note && <small>{answer.note}</small>}
              </span>,
              limitWords(question),
              t(`inspections:judged.${judgeAnswer(question, answer, photos)}`),
            ],
          };
        })}
      />
      {round.photos.length > 0 && (
        <ul className="in-paper-photos">
          {round.photos.map((photo) => {
            const label = round.questions.find(({ key }) => key === photo.questionKey)?.label ?? '';
            return (
              <li key={photo.id}>
                <MarkedPhoto photo={photo} alt={t('inspections:photo.of', { question: label })} />
                <small>{label}</small>
              </li>
            );
          })}
        </ul>
      )}
    </Part>
  );
}
