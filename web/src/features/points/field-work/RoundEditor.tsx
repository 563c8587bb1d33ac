import { CameraOutlined, CheckOutlined, DeleteOutlined } from '@ant-design/icons';
import { pictureFile } from '@plumbline/contract/points/fields';
import { photoLimits } from '@plumbline/contract/points/inspections.photos';
import type { Question, RoundAnswer } from '@plumbline/contract/points/inspections.questions';
import { Button } from 'antd';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconButton } from '../../../design/IconButton.tsx';
import { useToasts } from '../../../design/Toasts.tsx';
import { failureNamed, wordsOf } from '../../../kernel/failures.ts';
import { serverNow } from '../../../kernel/server-clock.ts';
import type { FieldRound, FieldRoundPhoto } from '../field-store/field-round.parts.ts';
import { leftOf, photoCounter } from '../field-store/round-merge.parts.ts';
import { answerRound, changeRound, putRoundPhoto, removeRoundPhoto } from '../field-store/round-store.parts.ts';
import { QuestionCard } from '../inspections/inspections.parts.tsx';
import { emptyAnswer, mergeAnswers, sameAnswers } from '../inspections/round-draft.parts.ts';
import { Thumbnail } from './PhotoForm.tsx';
import { newId } from './ReadingForm.tsx';

/** The questions of a round. Each answer is on the disk of this device as it is given, each photo as it is taken. */
export function RoundEditor({ round, photos }: { round: FieldRound; photos: readonly FieldRoundPhoto[] }) {
  const { t } = useTranslation();
  const { id, questions, conflicts, failure } = round;
  const { answers, answer, decide } = useAnswers(round);
  const photoCount = photoCounter(round, photos);
  const left = leftOf(round, answers, photoCount).size;
  return (
    <div className="in-round fld-round">
      {failure && (
        <p className="pl-wrong" role="alert">
          {wordsOf(failureNamed(failure.name, failure.detail), t).words}
        </p>
      )}
      {Object.keys(conflicts).length > 0 && <p role="status">{t('fieldWork:roundState.differs')}</p>}
      {questions.map((question, i) => (
        <QuestionCard
          key={question.key}
          number={i + 1}
          question={question}
          answer={answers[question.key]}
          theirs={conflicts[question.key]}
          photoCount={photoCount(question.key)}
          photoField={
            <QuestionPhotos
              roundId={id}
              question={question}
              there={round.photosThere[question.key] ?? 0}
              photos={photos.filter(({ questionKey }) => questionKey === question.key)}
            />
          }
          isOpen
          onAnswer={(change) => answer(question.key, change)}
          onDecide={(whose) => decide(question.key, whose)}
          onDefect={undefined}
        />
      ))}
      <Foot id={id} left={left} />
    </div>
  );
}

function Foot({ id, left }: { id: string; left: number }) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const finish = (): void =>
    void changeRound(id, (old) => ({ ...old, state: 'waiting', finishedAt: serverNow(), failure: null })).catch(
      toasts.failed,
    );
  return (
    <footer className="in-foot">
      <span className="pl-2" role="status">
        {t('fieldWork:round.isKept')}
        <br />
        {t(left > 0 ? 'inspections:round.left' : 'inspections:round.whole', { count: left })}
      </span>
      <Button type="primary" size="large" icon={<CheckOutlined />} disabled={left > 0} onClick={finish}>
        {t('inspections:round.finish')}
      </Button>
    </footer>
  );
}

/** The answers as they are on the screen, written through to the disk; what somebody else saved comes in when it arrives. */
function useAnswers(round: FieldRound) {
  const toasts = useToasts();
  const { id, base } = round;
  const [answers, setAnswers] = useState(round.answers);
  // What is typed is ahead of the disk by a moment: what the server brought is merged with the screen, not with the disk.
  const mergedBase = useRef(base);
  useEffect(() => {
    if (sameAnswers(mergedBase.current, base)) return;
    const before = mergedBase.current;
    mergedBase.current = base;
    setAnswers((old) => mergeAnswers(before, old, base).answers);
  }, [base]);
  const put = (key: string, next: RoundAnswer): void => {
    setAnswers((old) => ({ ...old, [key]: next }));
    void answerRound(id, key, next).catch(toasts.failed);
  };
  const answer = (key: string, change: Partial<RoundAnswer>): void =>
    put(key, { ...emptyAnswer, ...answers[key], isCopied: false, ...change });
  const decide = (key: string, whose: 'mine' | 'theirs'): void => {
    const theirs = round.conflicts[key];
    if (whose === 'theirs' && theirs) put(key, theirs);
    void changeRound(id, ({ conflicts: { [key]: _, ...conflicts }, ...old }) => ({
      ...old,
      conflicts,
      state: 'open',
    })).catch(toasts.failed);
  };
  return { answers, answer, decide };
}

const accepted: readonly string[] = pictureFile.types;

/** The photos of one question on this device, and the camera. */
function QuestionPhotos({
  roundId,
  question: { key, label },
  there,
  photos,
}: {
  roundId: string;
  question: Question;
  /** Photos that the server has, and this device has not. */
  there: number;
  photos: readonly FieldRoundPhoto[];
}) {
  const { t } = useTranslation();
  const toasts = useToasts();
  const [problem, setProblem] = useState<string | null>(null);
  async function keep(files: readonly File[]): Promise<void> {
    const fit = files.filter(({ type, size }) => accepted.includes(type) && size <= photoLimits.bytes);
    setProblem(fit.length < files.length ? t('fieldWork:photo.refused') : null);
    for (const file of fit)
      try {
        const fileName = file.name.slice(0, 200) || 'photo.jpg';
        await putRoundPhoto({ id: newId(), fieldRoundId: roundId, questionKey: key, fileName, file, isSent: false });
      } catch {
        setProblem(t('fieldWork:photo.noSpace'));
      }
  }
  return (
    <div className="in-photos">
      {there > 0 && <p className="pl-2 pl-sm">{t('fieldWork:round.photosThere', { count: there })}</p>}
      {photos.length > 0 && (
        <ul className="fld-photos">
          {photos.map(({ id, file, isSent, fileName }) => (
            <li key={id}>
              <Thumbnail file={file} />
              {isSent ? (
                <CheckOutlined title={t('fieldWork:state.sent')} />
              ) : (
                <IconButton
                  icon={<DeleteOutlined />}
                  label={t('photos:leaveOut', { file: fileName })}
                  onClick={() => void removeRoundPhoto(id).catch(toasts.failed)}
                />
              )}
            </li>
          ))}
        </ul>
      )}
      {problem !== null && (
        <p className="pl-wrong" role="alert">
          {problem}
        </p>
      )}
      <CameraButton label={label} onPhotos={(files) => void keep(files)} />
    </div>
  );
}

/** The camera of the device; several pictures where it offers a gallery. */
function CameraButton({ label, onPhotos }: { label: string; onPhotos: (files: readonly File[]) => void }) {
  const { t } = useTranslation();
  const field = useRef<HTMLInputElement>(null);
  return (
    <>
      <Button size="large" icon={<CameraOutlined />} onClick={() => field.current?.click()}>
        {t('inspections:photo.add')}
      </Button>
      <input
        ref={field}
        type="file"
        hidden
        multiple
        capture="environment"
        aria-label={t('inspections:photo.of', { question: label })}
        accept={accepted.join(',')}
        onChange={({ target }) => {
          onPhotos([...(target.files ?? [])]);
          target.value = '';
        }}
      />
    </>
  );
}
